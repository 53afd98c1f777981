/**
 * Returns the list column that the caller requests by name, else `defaultOrder`. Looks up own properties of `columns`
 * only, not inherited ones.
 */
export function sortColumn<Column>(
  columns: Readonly<Record<string, Column>>,
  asked: string | undefined,
  defaultOrder: Column,
): Column {
  return (asked !== undefined && Object.hasOwn(columns, asked) ? columns[asked] : undefined) ?? defaultOrder
}

/** Like `sortColumn`, for a list whose column names equal the requested names. */
export function sortName<Name extends string>(
  names: readonly Name[],
  asked: string | undefined,
  defaultOrder: NoInfer<Name>,
): Name {
  return names.find((one) => one === asked) ?? defaultOrder
}
