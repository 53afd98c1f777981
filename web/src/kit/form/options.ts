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
export const most_options = 100

/** The options whose label, hint or words hold every typed word; those that begin with the text come first. */
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
  return [...found].sort(
    (a, b) => Number(plain(b.label).startsWith(wanted)) - Number(plain(a.label).startsWith(wanted)),
  )
}

function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').trim().toLowerCase()
}
