// The one include of Catch2: amalgamated source or installed package.
#pragma once
#ifdef VT_CATCH2_PACKAGE
#include <catch2/catch_all.hpp>
#else
#include <catch_amalgamated.hpp>
#endif
