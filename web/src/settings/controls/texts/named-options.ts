import type { NamedThing, SettingControl } from '@waybill/domain/kit/setting-control'
import type { Option } from '../../../kit/form/choices/options.ts'

/** Returns the kind of object that a name in this row refers to; `null` for free text. */
export function thingOf(
  of: Extract<SettingControl, { kind: 'named' }>['of'],
  row: Readonly<Record<string, unknown>> | undefined,
): NamedThing | null {
  return typeof of === 'string' ? of : (of.when[String(row?.[of.column])] ?? null)
}

/**
 * Returns the options to choose from. A stored name that no longer exists stays in the list with the hint 'not
 * found'.
 */
export function optionsWithStored(
  thereAre: readonly Option<string>[],
  stored: string,
): readonly Option<string>[] {
  const isRecognised = stored === '' || thereAre.some(({ value }) => value === stored)
  return isRecognised ? thereAre : [...thereAre, { value: stored, label: stored, hint: 'not found' }]
}
