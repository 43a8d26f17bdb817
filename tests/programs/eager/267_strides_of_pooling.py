import torch, torch.nn.functional as F
x=torch.ones(1,1,4,4,4)
for s in (-1, 0, (1,-1,1)):
    for f in (lambda: F.avg_pool3d(x,2,s), lambda: F.avg_pool2d(x[0],2,s if not isinstance(s,tuple) else (1,-1)),
              lambda: F.max_pool2d(x[0],2,s if not isinstance(s,tuple) else (1,-1)),
              lambda: F.avg_pool1d(x[0,0],2,s if not isinstance(s,tuple) else -1),lambda: F.max_pool3d(x,2,s)):
        try: print(f().shape)
        except Exception as e: print(type(e).__name__, str(e)[:150])
