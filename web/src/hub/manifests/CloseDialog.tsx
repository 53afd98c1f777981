import { interhubApi } from '@waybill/domain/hub/interhub-api'
import type { InterhubTransfer } from '@waybill/domain/hub/manifest'
import type { IncompleteShipment } from '@waybill/domain/hub/manifest-rules'
import { interhub_require_seal, interhub_require_vehicle } from '@waybill/domain/hub/settings'
import { hasPermission } from '@waybill/domain/kit/actor'
import { useEndpointMutation } from '../../kit/api/index.ts'
import { Checkbox } from '../../kit/form/choices/Choices.tsx'
import { FieldRow, FormPanel } from '../../kit/form/FormPanel.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { useMe, useSetting } from '../../kit/session/me.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { formatCount } from '../../kit/ui/values/numbers.ts'

const form_id = 'close-manifest'
const max_listed = 6

/** Dialog to close a manifest: vehicle and seal number, and the shipments with parcels left behind. */
export function CloseDialog({
  manifest,
  incomplete,
  onClose,
}: {
  manifest: InterhubTransfer
  incomplete: readonly IncompleteShipment[]
  onClose: () => void
}) {
  const me = useMe()
  const needsVehicle = useSetting(interhub_require_vehicle)
  const needsSeal = useSetting(interhub_require_seal)
  const mayTear = hasPermission(me, 'INLINE_close_interhub_transfer')
  const form = useForm({
    initial: {
      vehicle_registration: manifest.vehicle_registration ?? '',
      seal_number: manifest.seal_number ?? '',
      accept_missing: false,
    },
    check: (values) => [
      ...(needsVehicle && values.vehicle_registration.trim() === ''
        ? [{ field: 'vehicle_registration', message: 'Enter the vehicle.' }]
        : []),
      ...(needsSeal && values.seal_number.trim() === ''
        ? [{ field: 'seal_number', message: 'Enter the seal number.' }]
        : []),
      ...(incomplete.length > 0 && !values.accept_missing
        ? [
            {
              field: 'accept_missing',
              message: mayTear
                ? 'Tick that it is closed with parcels missing, or load the rest.'
                : 'Load the rest first.',
            },
          ]
        : []),
    ],
  })
  const close = useEndpointMutation(interhubApi.close, {
    inForm: true,
    refresh: [interhubApi.detail, interhubApi.list],
    done: ({ display_id, phase }) => {
      toast.success(phase === 'closed' ? `${display_id} closed` : `${display_id} closed and departed`)
      onClose()
    },
  })
  const { parcel_count } = manifest
  return (
    <Modal
      title={`Close ${manifest.display_id}?`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Continue loading</Button>
          <Button
            type="submit"
            form={form_id}
            variant="primary"
            busy={close.isPending}
            reason={
              incomplete.length > 0 && !mayTear
                ? 'Load the rest first, or ask someone with this permission.'
                : null
            }
          >
            Close manifest
          </Button>
        </>
      }
    >
      <FormPanel
        id={form_id}
        hideButtons
        form={form}
        saving={close.isPending}
        error={close.error}
        submit="Close manifest"
        onSubmit={(values) => close.mutate({ id: manifest.id, version: manifest.version, ...values })}
      >
        <p>
          {formatCount(parcel_count)} {parcel_count === 1 ? 'parcel goes' : 'parcels go'} to{' '}
          {manifest.to_branch_name}. Nothing more can be loaded then.
        </p>
        {incomplete.length > 0 && (
          <Notice variant="warning" title="Not all parcels are on it.">
            {namesOf(incomplete)}
          </Notice>
        )}
        {incomplete.length > 0 && mayTear && (
          <Checkbox {...form.field('accept_missing')} label="Close it with parcels missing" />
        )}
        <FieldRow>
          <TextField
            {...form.field('vehicle_registration')}
            label="Vehicle"
            maxLength={40}
            optional={!needsVehicle}
          />
          <TextField
            {...form.field('seal_number')}
            label="Seal number"
            maxLength={60}
            optional={!needsSeal}
          />
        </FieldRow>
      </FormPanel>
    </Modal>
  )
}

function namesOf(incomplete: readonly IncompleteShipment[]): string {
  const named = incomplete
    .slice(0, max_listed)
    .map(({ reference, loaded, parcel_count }) => `${reference} (${loaded} of ${parcel_count})`)
  const others = incomplete.length - named.length
  return others > 0 ? `${named.join(', ')} and ${formatCount(others)} more.` : `${named.join(', ')}.`
}
