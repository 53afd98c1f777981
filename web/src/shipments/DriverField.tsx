import { useQuery } from '@tanstack/react-query'
import { isOffice } from '@waybill/domain/kit/actor'
import type { Input } from '@waybill/domain/kit/calls/endpoint'
import type { FieldProblem } from '@waybill/domain/kit/problem'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { confirmSentence, doubtSentence, type DriverChoice } from '@waybill/domain/shipments/driver-doubts'
import { endpointQuery } from '../kit/api/index.ts'
import { Checkbox } from '../kit/form/choices/Choices.tsx'
import type { FieldAppearance } from '../kit/form/FieldFrame.tsx'
import type { Option } from '../kit/form/choices/options.ts'
import { SelectField } from '../kit/form/choices/SelectField.tsx'
import type { FieldBinding } from '../kit/form/use-form.ts'
import { useMe } from '../kit/session/me.ts'
import { formatCount } from '../kit/ui/values/numbers.ts'
import { Notice } from '../kit/ui/states/Notice.tsx'

/** The drivers to choose from for some work; empty until they are read, and for whoever may not assign. */
export function useDriverChoices(work: Input<typeof shipmentsApi.drivers>): readonly DriverChoice[] {
  const me = useMe()
  const { data } = useQuery({ ...endpointQuery(shipmentsApi.drivers, work), enabled: isOffice(me) })
  return data?.drivers ?? []
}

/** What is missing while a doubtful driver is chosen and not confirmed; the field is `assign_anyway`. */
export function unconfirmedDriver(
  choices: readonly DriverChoice[],
  username: string | null,
  assignAnyway: boolean,
): FieldProblem[] {
  const chosen = choices.find((one) => one.username === username)
  if (!chosen || chosen.doubts.length === 0 || assignAnyway) return []
  return [{ field: 'assign_anyway', message: confirmSentence(chosen.name, chosen.doubts) }]
}

/**
 * Chooses a driver for some work: each with branch, zones and stops, or with what speaks against them; one of whom
 * something is doubtful is given the work only when that is ticked (docs/domain/routing-and-drivers.md#who-may-be-given-work).
 */
export function DriverField<Held extends string | null>({
  driver,
  anyway,
  choices,
  always = false,
  ...look
}: {
  driver: FieldBinding<Held>
  anyway: FieldBinding<boolean>
  choices: readonly DriverChoice[]
  /** May be ticked for whomever: the work is not known yet, so that more may turn out doubtful. */
  always?: boolean
  placeholder?: string
  clearable?: boolean
  none?: Held
} & Omit<FieldAppearance, 'label'> & { label?: string }) {
  const chosen = choices.find(({ username }) => username === driver.value)
  const { doubts = [] } = chosen ?? {}
  return (
    <>
      <SelectField<string, Held>
        label="Driver"
        placeholder="Type a name"
        {...look}
        {...driver}
        options={choices.map(optionOf)}
        onChange={(username) => {
          anyway.onChange(false)
          driver.onChange(username)
        }}
      />
      {chosen && doubts.length > 0 && (
        <Notice variant="warning" live>
          <p>{doubtSentence(chosen.name, doubts)}</p>
          <Checkbox {...anyway} label="Assign anyway" />
        </Notice>
      )}
      {chosen && doubts.length === 0 && always && (
        <Checkbox
          {...anyway}
          label="Assign anyway"
          hint="Also shipments of other branches and zones, and more than the driver’s vehicle or day takes."
        />
      )}
    </>
  )
}

/** Without doubts those who belong to the work come first; the doubtful say why at their right. */
function optionOf({ username, name, branch_name, zones, stops, doubts }: DriverChoice): Option<string> {
  const facts = [branch_name, zones.join(', '), stops === 1 ? '1 stop' : `${formatCount(stops)} stops`]
  return {
    value: username,
    label: name,
    words: username,
    hint: doubts.length > 0 ? `⚠ ${doubts.join(', ')}` : facts.filter(Boolean).join(' · '),
  }
}
