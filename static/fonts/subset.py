#!/usr/bin/env python3
"""Makes the woff2 files in this directory again; README.md says from what.

    python3 static/fonts/subset.py node_modules

The argument is the directory that npm installed into. Needs fontTools and
brotli. Same inputs, same versions, same bytes.
"""
import io
import pathlib
import sys

from fontTools import merge, subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

HERE = pathlib.Path(__file__).parent


def chars(*parts):
    """A set of code points, from strings and from (first, last) ranges."""
    out = set()
    for part in parts:
        out.update(map(ord, part) if isinstance(part, str) else range(part[0], part[1] + 1))
    return out


LATIN = chars((0x20, 0x7E), (0xA0, 0xFF), "ıŁłŒœŠšŽžőű")
GREEK = chars((0x391, 0x3A9), (0x3B1, 0x3C9), "ϕϵ")
PUNCTUATION = chars((0x2010, 0x2015), "‖‘’‚“”„†‡•…‰′″‹›⁄€™\u2009\u200a\u202f\u00ad")
# What stands in prose and in labels; formulas are set in STIX Two Math.
SYMBOLS = chars("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ⁿ₀₁₂₃₄₅₆₇₈₉₊₋ᵢⱼ", "ℓ←↑→↓↔∂∈∏∑−√∞∫≈≠≤≥⊤½✓×·")
TEXT = LATIN | GREEK | PUNCTUATION | SYMBOLS

MATH = TEXT | chars(
    (0x1D400, 0x1D467),  # bold, italic
    (0x1D468, 0x1D49B),  # bold italic
    (0x1D49C, 0x1D4CF), "ℬℰℱℋℐℒℳℛℯℊℴℎ",  # script
    (0x1D538, 0x1D551), "ℂℍℕℙℚℝℤ", "𝟙",  # double-struck capitals
    (0x1D6A8, 0x1D755),  # Greek, bold, italic, bold italic
    (0x1D7CE, 0x1D7D7),  # bold digits
    "ıȷ𝚤𝚥ϵϑϰϕϱϖℏℓ℘ℑℜℵ∅",
    "\u0300\u0301\u0302\u0303\u0304\u0307\u0308\u030a\u030c\u20d7ˆ˜ˇ˘˙¨¯´`‾^~→",  # accents
    "⏞⏟⎴⎵⏜⏝",  # braces over and under
    "∀∁∂∃∄∇∈∉∋∏∐∑−∓∗∘√∝∞∠∣∤∥∦∧∨∩∪∫∬∮∴∵∶∼≀≁≃≄≅≈≉≍≐≔≕≙≜≝≟≠≡≢≤≥≦≧≨≩≪≫≮≯≰≱≲≳≺≻≼≽⪯⪰⊀⊁",
    "⊂⊃⊄⊅⊆⊇⊈⊉⊊⊋⊎⊓⊔⊕⊖⊗⊘⊙⊢⊣⊤⊥⊨⊲⊳⊴⊵⋀⋁⋂⋃⋄⋅⋆⋮⋯⋰⋱⟂⫫◦□■△▽◁▷⩽⩾",
    "←↑→↓↔↕↖↗↘↙↚↛↞↠↢↣↤↦↩↪↼⇀⇋⇌⇍⇎⇏⇐⇑⇒⇓⇔⇕⟵⟶⟷⟸⟹⟺⟼↾",
    "⌈⌉⌊⌋⟦⟧⟨⟩⟪⟫⟮⟯⦃⦄|∥‖⌜⌝",
    "⁡⁢⁣⁤\u2061\u2062\u2063\u2064\u2002\u2003\u2004\u2005\u200b",  # invisible operators, spaces
    "⬚✓½±÷·×¬¶§′″‴⁗‵",
)


def cut(font, code_points, features):
    options = subset.Options()
    options.layout_features = features
    options.hinting = False
    options.glyph_names = False
    options.notdef_outline = True
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]  # with the licence
    options.drop_tables += ["STAT", "DSIG"]
    s = subset.Subsetter(options)
    s.populate(unicodes=code_points)
    s.subset(font)
    return font


def save(font, name):
    font.recalcTimestamp = False
    font.flavor = "woff2"
    path = HERE / name
    font.save(path)
    print(f"{path.stat().st_size:7d} {name}  {len(font.getBestCmap())} characters")


def read(path):
    return TTFont(path, recalcTimestamp=False)


def stix_text(modules, style, name):
    # The package comes in pieces by script: cut each, then join.
    pieces, seen = [], set()
    for script in ("latin", "greek", "latin-ext"):
        font = read(modules / f"@fontsource/stix-two-text/files/stix-two-text-{script}-{style}.woff2")
        has = set(font.getBestCmap()) & TEXT - seen
        seen |= has
        cut(font, has, ["kern", "liga", "mark", "mkmk", "ccmp", "locl", "pnum"])
        font.flavor = None
        file = io.BytesIO()
        font.save(file)
        file.seek(0)
        pieces.append(file)
    font = merge.Merger().merge(pieces)
    first = read(pieces[0])
    font["head"].created, font["head"].modified = first["head"].created, first["head"].modified  # not today
    font["name"] = first["name"]
    save(font, name)


def stix_math(modules):
    font = read(modules / "@fontsource/stix-two-math/files/stix-two-math-latin-400-normal.woff2")
    # Kerning is for the names of operators: exp, arg min.
    cut(font, MATH, ["kern", "ssty", "dtls", "flac", "ccmp"])
    save(font, "stix-two-math.woff2")
    # cmd/texml refuses a formula with any other character.
    (HERE / "stix-two-math.txt").write_text("".join(map(chr, sorted(font.getBestCmap()))) + "\n", encoding="utf-8")


def inter(modules):
    font = read(modules / "inter-ui/variable/InterVariable.woff2")
    cut(font, TEXT, ["kern", "calt", "ccmp", "locl", "tnum", "case"])
    save(instancer.instantiateVariableFont(font, {"opsz": 14, "wght": (400, 700)}), "inter.woff2")


def card(name, to):
    """The font of titles on cards, uncompressed for the server: of Latin letters alone."""
    font = cut(read(HERE / name), LATIN | PUNCTUATION, ["kern"])
    font.recalcTimestamp, font.flavor = False, None
    font.save(HERE.parent.parent / "plots" / "fonts" / to)


def main():
    modules = pathlib.Path(sys.argv[1])
    stix_text(modules, "400-normal", "stix-two-text.woff2")
    stix_text(modules, "400-italic", "stix-two-text-italic.woff2")
    stix_text(modules, "600-normal", "stix-two-text-600.woff2")
    stix_math(modules)
    inter(modules)
    card("stix-two-text-600.woff2", "STIXTwoText-SemiBold.ttf")


main()
