// A text as it is searched: without width, case, spaces, points and accents of latin letters, in hiragana.

export const folded = text =>
  text.normalize("NFKC").toLowerCase().normalize("NFD").replace(/[\u0300-\u036f]/g, "").normalize("NFC")
    .replace(/[ァ-ヶ]/g, letter => String.fromCharCode(letter.charCodeAt(0) - 0x60))
    .replace(/[^ー\p{L}\p{N}]/gu, "");
