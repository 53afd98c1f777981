/** Words within a surname that do not count as a name of their own: 'van der Merwe', 'du Toit'. */
const particles = new Set([
  'van', 'von', 'der', 'den', 'de', 'du', 'la', 'le', 'ter', 'te', 'ten', 'dos', 'das', 'da', 'di', 'del', 'zu',
]) // oxfmt-ignore

/** Returns the words of a person's name that have an initial: without particles and anything that is not a word. */
export function namesOf(name: string): string[] {
  const words = name.split(/\s+/).filter((word) => /^\p{L}/u.test(word))
  const names = words.filter((word) => !particles.has(word.toLowerCase()))
  return names.length > 0 ? names : words
}

/** Returns the first letter of a word as a capital; `''` for an empty word. */
export function initialOf(word: string): string {
  return Array.from(word)[0]?.toUpperCase() ?? ''
}

/** Returns the one or two letters of a person's avatar, of the first and the last name: 'JM' for 'Jan van der Merwe'. */
export function avatarLetters(name: string): string {
  const names = namesOf(name)
  return [...names.slice(0, 1), ...names.slice(1).slice(-1)].map(initialOf).join('')
}
