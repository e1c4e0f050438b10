// For clang-tidy, which cannot know it: these raise a Lua error and so do not return.
#ifdef __clang_analyzer__
typedef struct lua_State lua_State;
__attribute__((noreturn)) int luaL_error(lua_State *L, const char *format, ...);
__attribute__((noreturn)) int cd_lua_argument_error(lua_State *L, int arg, const char *format, ...);
#endif
