#include "frontend/lexer.h"

#include "catch.h"
#include "frontend/frontend.h"
#include "helpers.h"

static std::string kinds(const std::string& text) {
  vt::SourceFile file("test.py", text);
  auto list = vt::lex(file);
  if (!list) return list.error().message;
  std::string out;
  for (const vt::Token& token : list.value().tokens) (out += out.empty() ? "" : " ") += vt::token_text(token.kind);
  return out;
}

TEST_CASE("indentation makes INDENT and DEDENT, blank lines and comments make nothing", "[frontend]") {
  CHECK(kinds("if a:\n    b\n\n    # note\n  # odd\nc\n") ==
        "if NAME : NEWLINE INDENT NAME NEWLINE DEDENT NAME NEWLINE ENDMARKER");
  CHECK(kinds("(a,\n  b)\n") == "( NAME , NAME ) NEWLINE ENDMARKER");
  CHECK(kinds("a + \\\n  b") == "NAME + NAME NEWLINE ENDMARKER");
  CHECK(kinds("if a:\r\n\tb\r\nc") == "if NAME : NEWLINE INDENT NAME NEWLINE DEDENT NAME NEWLINE ENDMARKER");
}

TEST_CASE("numbers and strings of every form are one token each", "[frontend]") {
  CHECK(kinds("1_000 0xFF 0b1_0 0o17 1.5e-3 .5 5. 1e5") ==
        "NUMBER NUMBER NUMBER NUMBER NUMBER NUMBER NUMBER NUMBER NEWLINE ENDMARKER");
  CHECK(kinds("Rb'a' '''a\nb''' \"it's\"") == "STRING STRING STRING NEWLINE ENDMARKER");
}

TEST_CASE("f-strings are cut into text and tokens, nested quotes included", "[frontend]") {
  CHECK(kinds("f'a{b!r:>{w}}c'") ==
        "FSTRING_START FSTRING_MIDDLE { NAME ! NAME : FSTRING_MIDDLE { NAME } } FSTRING_MIDDLE FSTRING_END NEWLINE "
        "ENDMARKER");
  CHECK(kinds("f'{x['k']}'") == "FSTRING_START { NAME [ STRING ] } FSTRING_END NEWLINE ENDMARKER");
  CHECK(kinds("f'{{}}'") == "FSTRING_START FSTRING_MIDDLE FSTRING_END NEWLINE ENDMARKER");
  CHECK(kinds("f'{x!=y}'") == "FSTRING_START { NAME != NAME } FSTRING_END NEWLINE ENDMARKER");
}

TEST_CASE("columns count UTF-8 bytes", "[frontend]") {
  vt::SourceFile file("test.py", "é = ü\n");
  auto list = vt::lex(file);
  REQUIRE(list.ok());
  CHECK(list.value().tokens[2].span.column == 5);
  CHECK(list.value().tokens[2].span.end_column == 7);
}

TEST_CASE("a token dump has place, kind and text", "[frontend]") {
  vt::SourceFile file("test.py", "x = 1\n");
  auto lines = vt::dump_tokens(file);
  REQUIRE(lines.ok());
  CHECK(lines.value()[0] == "1:0-1:1         NAME            'x'");
  CHECK(lines.value().size() == 5);
}
