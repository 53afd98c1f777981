/** Joins the class names that apply: `cx(styles.row, isSelected && styles.selected)`. */
export function cx(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
