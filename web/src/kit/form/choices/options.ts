export interface Option<Value extends string | number> {
  value: Value
  label: string
  /** At the right of the option, such as a code. */
  hint?: string
  /** Also found by these words. */
  words?: string
  /** Cannot be chosen. */
  disabled?: boolean
  /** Cannot be taken away again once it is chosen, even where the field may be emptied (CONST-008). */
  disableDelete?: boolean
}

/** Whether a field may be emptied: where that is offered, unless the chosen option stays. */
export function mayClear(
  clearable: boolean | undefined,
  chosen: Option<string | number> | undefined,
): boolean {
  return clearable === true && chosen?.disableDelete !== true
}

/** This many options are shown at once; the rest is '+ N more'. */
export const max_options = 100

/** The options whose label, hint or words hold every typed word, best first. */
export function narrowed<Value extends string | number>(
  options: readonly Option<Value>[],
  text: string,
): readonly Option<Value>[] {
  const wanted = plain(text)
  if (wanted === '') return options
  const words = wanted.split(' ')
  const found = options.filter((option) => {
    const held = plain(`${option.label} ${option.hint ?? ''} ${option.words ?? ''}`)
    return words.every((word) => held.includes(word))
  })
  return found
    .map((option) => ({ option, rank: rankOf(option, wanted) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ option }) => option)
}

/** Called exactly that, called so from its beginning, or holding it somewhere; the code counts as a name. */
function rankOf({ label, hint = '' }: Option<string | number>, wanted: string): number {
  const names = [plain(label), plain(hint)]
  if (names.includes(wanted)) return 0
  return names.some((name) => name.startsWith(wanted)) ? 1 : 2
}

function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').trim().toLowerCase()
}
