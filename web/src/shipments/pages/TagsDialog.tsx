import { shipmentsApi } from '@waybill/domain/shipments/api'
import { startupApi } from '@waybill/domain/startup/api'
import { tagsApi } from '@waybill/domain/tags/api'
import { max_tag_length } from '@waybill/domain/tags/rules'
import { useEndpointMutation } from '../../kit/api/index.ts'
import { RadioGroup } from '../../kit/form/choices/Choices.tsx'
import { FormPanel } from '../../kit/form/FormPanel.tsx'
import { SelectField } from '../../kit/form/choices/SelectField.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import { formatCount } from '../../kit/ui/values/numbers.ts'
import type { ShipmentTag } from '../notes-and-tags/ShipmentTags.tsx'

/** The queries that contain tags and are refreshed after a change. */
const affected_queries = [shipmentsApi.detail, shipmentsApi.rows, startupApi.generalData, tagsApi.tags]

/** The option value for a new tag. No tag can have this name. */
const fresh = ','

/** A shipment to tag. */
export interface Taggable {
  id: number
  tracking_reference: string
  tags?: readonly string[] | null | undefined
}

/** Dialog for adding a tag to one or more shipments, or removing one (SHIP-112). */
export function TagsDialog({
  shipments,
  known,
  onClose,
}: {
  shipments: readonly Taggable[]
  known: readonly ShipmentTag[]
  onClose: () => void
}) {
  const me = useMe()
  const [only] = shipments
  const borne = new Set(shipments.flatMap(({ tags }) => tags ?? []))
  const form = useForm({
    initial: { what: 'add', tag: null, name: '' },
    check: ({ tag, name }) => {
      if (tag === null) return [{ field: 'tag', message: 'Choose a tag.' }]
      return tag === fresh && name.trim() === '' ? [{ field: 'name', message: 'Give the tag a name.' }] : true
    },
  })
  const done = ({ count }: { count: number }): void => {
    toast.success(count === 1 ? 'Tags changed' : `Tags of ${formatCount(count)} shipments changed`)
    onClose()
  }
  const add = useEndpointMutation(shipmentsApi.addTags, { refresh: affected_queries, done, inForm: true })
  const remove = useEndpointMutation(shipmentsApi.removeTags, {
    refresh: affected_queries,
    done,
    inForm: true,
  })
  const { what, tag: chosen } = form.values
  const names = what === 'remove' ? known.filter(({ name }) => borne.has(name)) : known
  const options = [
    ...names.map(({ name }) => ({ value: name, label: name })),
    ...(what === 'add' && mayCall(me, tagsApi.create) ? [{ value: fresh, label: 'New tag…' }] : []),
  ]
  return (
    <Modal
      title={
        shipments.length === 1
          ? `Tags of ${only?.tracking_reference}`
          : `Tags of ${formatCount(shipments.length)} shipments`
      }
      onClose={onClose}
    >
      <FormPanel
        form={form}
        saving={add.isPending || remove.isPending}
        error={add.error ?? remove.error}
        submit={what === 'add' ? 'Add tag' : 'Remove tag'}
        onCancel={onClose}
        onSubmit={({ tag, name }) => {
          const input = { id: shipments.map(({ id }) => id), tags: [tag === fresh ? name : (tag ?? '')] }
          if (what === 'add') add.mutate(input)
          else remove.mutate(input)
        }}
      >
        {borne.size > 0 && (
          <RadioGroup
            {...form.field('what')}
            label="What to do"
            choices={[
              { value: 'add', label: 'Add a tag' },
              { value: 'remove', label: 'Remove a tag' },
            ]}
          />
        )}
        <SelectField {...form.field('tag')} label="Tag" options={options} />
        {chosen === fresh && what === 'add' && (
          <TextField {...form.field('name')} label="Name" maxLength={max_tag_length} autoComplete="off" />
        )}
      </FormPanel>
    </Modal>
  )
}
