/**
 * Returns the list column that the caller requests by name, else `defaultOrder`. Looks up own properties of `columns`
 * only, not inherited ones.
 */
export function sortColumn<Column>(
  columns: Readonly<Record<string, Column>>,
  requested: string | undefined,
  defaultOrder: Column,
): Column {
  return (
    (requested !== undefined && Object.hasOwn(columns, requested) ? columns[requested] : undefined) ??
    defaultOrder
  )
}

/** Like `sortColumn`, for a list whose column names equal the requested names. */
export function sortName<Name extends string>(
  names: readonly Name[],
  requested: string | undefined,
  defaultOrder: NoInfer<Name>,
): Name {
  return names.find((one) => one === requested) ?? defaultOrder
}
