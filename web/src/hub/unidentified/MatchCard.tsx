import { invalid } from '@waybill/domain/kit/problem'
import { FormPanel } from '../../kit/form/FormPanel.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { useScan } from '../../kit/scan/use-scan.ts'
import { Card } from '../../kit/ui/page-layout/Card.tsx'

/** Matches an unidentified parcel with a reference that is typed or scanned, for example from a loose label. */
export function MatchCard({
  isMatching,
  onMatch,
}: {
  isMatching: boolean
  onMatch: (reference: string) => void
}) {
  const message = 'Type or scan the reference of the parcel.'
  const form = useForm({
    initial: { parcel_reference: '' },
    check: ({ parcel_reference }) =>
      parcel_reference.trim() === '' ? invalid(message, [{ field: 'parcel_reference', message }]) : true,
  })
  useScan((code) => form.set('parcel_reference', code))
  return (
    <Card title="Match by reference">
      <FormPanel
        form={form}
        saving={isMatching}
        error={null}
        submit="Match"
        onSubmit={({ parcel_reference }) => onMatch(parcel_reference)}
      >
        <TextField
          {...form.field('parcel_reference')}
          label="Parcel"
          hint="The parcel is scanned in at this branch, so that it is found again."
          takesScans="page"
          mono
          autoComplete="off"
        />
      </FormPanel>
    </Card>
  )
}
