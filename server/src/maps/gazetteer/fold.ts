/** Normalises text for comparing names: lower case, no accents, apostrophes or punctuation, single spaces. */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f'’`]/g, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()
}

const same_words: Readonly<Record<string, string>> = {
  extension: 'ext',
  uitbreiding: 'ext',
  ext: 'ext',
  cbd: 'central',
  sentraal: 'central',
  mt: 'mount',
  saint: 'st',
  noord: 'north',
  suid: 'south',
  oos: 'east',
  wes: 'west',
}

/** Returns the normalised words of a place name. Common spellings of a word become equal (`Extension 2` and `Ext. 2`). */
export function placeWords(name: string): string[] {
  return fold(name)
    .replaceAll(/\bext(\d+)\b/g, 'ext $1')
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => same_words[word] ?? word)
}

/** Returns the lookup key of a place name; different spellings of a place have the same key. */
export function placeKey(name: string): string {
  return placeWords(name).join(' ')
}

const part_of_place = new Set(['ext', 'block', 'phase', 'section', 'unit'])

/** Removes words that name a part of a place: `ext 12`, `block gg`, `phase 2`. */
export function withoutPartOfPlace(words: readonly string[]): string[] {
  return words.filter((word, at) => {
    const before = words[at - 1] ?? ''
    const namesAPart = part_of_place.has(before) && /^(\d+[a-z]?|[a-z]{1,2})$/.test(word)
    return !part_of_place.has(word) && !namesAPart
  })
}
