# numpy beside torch: its numbers and types, arrays as text, the legacy generator.
import numpy as np, torch
def t(f):
    try: print(repr(f()))
    except Exception as e: print(type(e).__name__ + ":", str(e)[:300])
R = np.random
for s in (0, 42, 123456789):
    R.seed(s)
    t(lambda: R.rand(2,2))
    t(lambda: R.randn(5))
    t(lambda: R.randint(0,100,(2,3)))
    t(lambda: R.randint(10))
    t(lambda: R.random())
    t(lambda: R.normal(5,2,3))
    t(lambda: R.normal())
    t(lambda: R.uniform(-1,1,3))
    t(lambda: R.choice(10, 3, replace=False))
    t(lambda: R.choice([1.5,2.5], 3))
    t(lambda: R.choice(5, p=[.2]*5))
    t(lambda: R.choice(5, 3, replace=False, p=[.1,.2,.3,.2,.2]))
    t(lambda: R.permutation([3,4,5]))
    t(lambda: R.permutation(np.arange(6).reshape(3,2)))
    a = np.arange(5)
    R.shuffle(a)
    print(a)
    l = [1,2,3]
    R.shuffle(l)
    print(l)
    t(lambda: R.exponential(2.,2))
    t(lambda: R.randint(0,2**40,2))
    t(lambda: R.randint(0,5,4,dtype=np.int32))
    t(lambda: R.randint(0,200,6,dtype=np.uint8))
    t(lambda: R.randint(0,2,5,dtype=bool))
    t(lambda: R.laplace(size=2))
    t(lambda: R.gumbel(size=2))
    t(lambda: R.lognormal(0,1,2))
    t(lambda: R.standard_normal((1,2)))
    t(lambda: R.random_sample(2))
    t(lambda: R.normal([1.,2.],[.1,.2]))
    t(lambda: R.RandomState(7).randn(2))
    t(lambda: R.randint(0,1000,3,dtype=np.int16))
    t(lambda: R.uniform(size=(2,)))
t(lambda: R.randint(5,5))
t(lambda: R.randint(0))
t(lambda: R.choice(3,5,replace=False))
t(lambda: R.choice(3,p=[.5,.5]))
t(lambda: R.choice(2,p=[.5,.6]))
t(lambda: R.seed(-1))
t(lambda: R.normal(0,-1))
t(lambda: R.choice([[1,2]]))
t(lambda: R.randint(0,300,dtype=np.uint8))
t(lambda: torch.from_numpy(R.RandomState(1).rand(2).astype(np.float32)))
f = np.float32
for e in ["f(0.1)","f(1)/3","f(0.1)+0.2","f(0.1)+np.float64(0.2)","np.int64(3)/2","np.int64(7)//2","np.int64(7)%4",
          "np.int64(2)**10","np.float64(2)**0.5","np.float64(1)/0","np.int32(5)+np.int64(1)","np.int32(5)+1.5",
          "f(1e10)","f(1e-5)","f(123456.789)","f(1e20)","np.float64(1e16)","np.float16(0.1)","np.uint8(5)-np.uint8(3)",
          "np.int8(200)","np.bool_(1)","np.bool_(True) & np.bool_(False)","~np.True_ if hasattr(np,'True_') else 0",
          "np.float64(1.5) > 1","f(2).item()","type(f(2).item())","float(f(0.1))","int(np.int64(3))",
          "np.float64(3.7).astype(int)","round(np.float64(2.567),2)","round(np.float64(2.567))","abs(f(-1.5))",
          "-np.int64(3)","np.int64(5)==5","hash(np.int64(5))==hash(5)","f(0.1)==0.1","[np.int64(1)]",
          "{np.int64(1):2}[1]","str(f(0.1))","f'{f(0.1)}'","f'{f(0.1):.4f}'","'%s' % f(0.5)","np.float64('nan')",
          "np.inf","np.float64(np.inf)","isinstance(np.float64(1),float)","isinstance(np.int64(1),np.integer)",
          "isinstance(f(1),np.floating)","isinstance(np.array([1])[0],np.generic)","type(np.array([1,2]).sum())",
          "np.array([1,2],dtype=np.float32).mean()","np.array([1,2]).mean()","np.array([True,False]).any()",
          "np.array([1,2,3]).std()","np.array([[1,2],[3,4]]).sum(axis=0)","np.array([1.,2.]).dtype","np.float32",
          "np.dtype('float32')","np.dtype(np.float32)","np.array([1],dtype='int32').dtype","np.dtype(float)",
          "np.array([1.])[0].dtype","np.float32(1).dtype","np.sqrt(4)","np.sqrt(f(2))","np.exp(np.array([1,2]))",
          "np.array([1,2])+0.5","np.array([1,2])/2","np.array([1,2])//2","np.array([1,2],dtype=np.float32)+0.5",
          "np.array([1,2])*np.float32(2)","np.array([1,2],dtype=np.int32)*np.array([1.,2.],dtype=np.float32)",
          "np.array([1,2],dtype=np.float32)*np.array([1.,2.])","np.array([1,2])>1","np.array([1,2])@np.array([3,4])",
          "np.array([1,2]).tolist()","np.maximum(np.array([1,5]),3)","np.where(np.array([1,2])>1,1.,0)",
          "np.argmax([1,3,2])","np.array([1,2,3])[[0,2]]","np.array([1,2,3])[np.array([True,False,True])]",
          "np.array(5)","np.array([])","np.zeros((0,3))","np.zeros(3)","np.zeros((2,2),dtype=int)",
          "np.ones(2,dtype=bool)","np.eye(2)","np.full(2,7)","np.full((2,),1.5)","np.arange(5)","np.arange(0,1,0.25)",
          "np.linspace(0,1,5)","np.arange(2000)","np.arange(2000).reshape(40,50)","np.array([1e-5,1.])",
          "np.array([1e10,1.])","np.array([1.5,np.nan,np.inf])","np.array([0.1,0.123456789012])",
          "np.array([1/3,2/3],dtype=np.float32)","np.array([[1.5,2],[3,4.25]])","np.random.RandomState(0).rand(4,5)",
          "np.random.RandomState(0).randn(30)","np.arange(24).reshape(2,3,4)","np.array([-1.5,2])",
          "np.array([1e-300,1])","np.array([123456789.])","np.array([0.00012,1])","np.array([1.,1001.])",
          "np.array([100000,1])","np.array([1e5,1.5])","np.array([[True,False]])","np.arange(30)*1000",
          "np.array([3.14159265358979])*100000","np.array([1,2],dtype=np.uint8)","np.array([1.5],dtype=np.float16)",
          "np.array([[1,2],[3,4]]).T","np.array([1,2,3]).reshape(3,1)","np.stack([np.ones(2),np.zeros(2)])",
          "np.concatenate([[1],[2,3]])","np.unique([3,1,1],return_counts=True)","np.sort([3,1,2])",
          "np.clip([1,5,9],2,6)","np.dot([1,2],[3,4])","np.isclose(0.1+0.2,0.3)","np.allclose([1.],[1.])",
          "np.round(2.567,1)","np.round(np.array([1.256,2.5]),1)","np.mean([1,2,3])","np.median([1,3,2])",
          "np.percentile([1,2,3,4],50)","np.cumsum([1,2,3])","np.prod([1,2,3])","np.diff([1,4,9])",
          "np.linalg.norm([3,4])","np.nonzero([0,1,2])","np.split(np.arange(4),2)","np.pi","np.newaxis",
          "np.array([1,2])[:,None]","np.array([[1,2],[3,4]])[:,0]","np.array([1.,2.]).astype(int)",
          "np.array([1,2]).astype('float32')","np.array([1,2,3]).max()","np.array([1,2]) == np.array([1,3])",
          "(np.array([1,2]) == np.array([1,3])).all()","np.array_equal([1,2],[1,2])","np.sum([[1,2],[3,4]],axis=1)",
          "len(np.zeros((3,2)))","np.zeros((3,2)).shape","np.zeros((3,2)).size","list(np.array([1,2]))",
          "[float(x) for x in np.array([1.,2.])]","sum(np.array([1,2,3]))","max(np.array([1,2,3]))",
          "np.array([3,1,2]).argsort()","np.int64(3)*[1]","[1,2,3][np.int64(1)]","range(np.int64(2))","'a'*np.int64(2)",
          "torch.ones(2)*np.float32(2)","torch.tensor(np.float32(1.5))","torch.tensor([np.float64(1)])",
          "torch.tensor(np.int64(3))","torch.tensor(np.float64(1.5))","torch.tensor(np.array(3.5))",
          "torch.zeros(np.int64(2))","torch.full((2,),np.float32(0.1))","torch.as_tensor(np.float32(1))",
          "torch.ones(2).numpy()","torch.ones(2,2).mean().numpy()","torch.tensor(2.5).numpy()",
          "torch.arange(3).numpy().dtype","torch.tensor([1.5]).numpy()[0]","torch.tensor([True]).numpy()",
          "np.array(torch.ones(2))","np.asarray(torch.arange(2))","torch.from_numpy(np.array([1,2]))",
          "torch.from_numpy([1])","torch.ones(2)+np.ones(2)","torch.ones(2).numpy()+1","np.sin(torch.ones(1))",
          "np.mean(torch.ones(2).numpy())","torch.tensor(np.array([True]))",
          "torch.tensor(np.array([1,2],dtype=np.uint8))","np.array([1,2])[5]","np.array([1,2])+np.array([1,2,3])",
          "bool(np.array([1,2]))","np.array([1,2]).reshape(3)","np.array([1.5,2.5]).item()","np.array([2.5]).item()",
          "int(np.array([2.5])[0])","float(np.array(2.5))"]:
    t(lambda: eval(e))
print(np.array([1.5,2]), np.array([[1,2],[3,4]]), np.float32(0.1), np.array([0.1,0.2],dtype=np.float32),
      np.random.RandomState(3).rand(20), np.array(3), np.array([True]), np.arange(1001), [np.float64(1.)],
      (np.int64(1),), {"a": np.float32(2)})
a = np.arange(4.)
a += 1
a[1] = 7
a[a>3] = 0
print(a, a.sum(), a.mean(axis=0))
a *= 2
print(a)
b = a[:2]
b[0] = 99
print(a)
x = torch.from_numpy(a)
x[1] = 5
print(a, x)
