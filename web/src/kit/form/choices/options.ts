export interface Option<Value extends string | number> {
  value: Value
  label: string
  /** Displayed at the right of the option, such as a code. */
  hint?: string
  /** Additional search words. */
  words?: string
  /** Cannot be chosen. */
  disabled?: boolean
  /** Cannot be cleared once it is chosen, even if the field is clearable (CONST-008). */
  disableDelete?: boolean
}

/** Whether a field can be cleared: only if it is clearable and the chosen option allows it. */
export function mayClear(
  clearable: boolean | undefined,
  chosen: Option<string | number> | undefined,
): boolean {
  return clearable === true && chosen?.disableDelete !== true
}

/** Maximum number of options displayed at once; the rest is displayed as '+ N more'. */
export const max_options = 100

/** Returns the options whose label, hint and words together contain every typed word, best match first. */
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

/** Returns 0 if the label or hint equals `wanted`, 1 if one of them starts with it, otherwise 2. */
function rankOf({ label, hint = '' }: Option<string | number>, wanted: string): number {
  const names = [plain(label), plain(hint)]
  if (names.includes(wanted)) return 0
  return names.some((name) => name.startsWith(wanted)) ? 1 : 2
}

function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').trim().toLowerCase()
}
