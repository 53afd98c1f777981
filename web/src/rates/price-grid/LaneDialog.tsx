import { cellProblem, readCell, type CellPrice } from '@waybill/domain/rates/price-grid/lane-bands'
import type { RateGrid } from '@waybill/domain/rates/price-grid/price-grid'
import type { ServiceLevel } from '@waybill/domain/rates/price-books/price-book'
import { useState } from 'react'
import { Checkbox } from '../../kit/form/choices/Choices.tsx'
import { FieldRow, FormPanel } from '../../kit/form/FormPanel.tsx'
import { SelectField } from '../../kit/form/choices/SelectField.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import type { RateBook } from '../use-rate-book.ts'
import { zonesOf } from '../price-books/lane-ends.ts'

/** Dialog to add a lane to a group and service level, with one price for all weights until it is split. */
export function LaneDialog({
  book,
  grid,
  service,
  onAdd,
  onClose,
}: {
  book: RateBook
  grid: RateGrid
  service: ServiceLevel
  onAdd: (from_tag: string, to_tag: string, symmetric: boolean, price: CellPrice) => Promise<unknown>
  onClose: () => void
}) {
  const zones = zonesOf(book.detail).map((zone) => ({
    value: zone,
    label: zone === '*' ? 'Anywhere (*)' : zone,
  }))
  const [sending, setSending] = useState<{ busy: boolean; error: Error | null }>({
    busy: false,
    error: null,
  })
  const form = useForm({
    initial: { from_tag: '', to_tag: '', symmetric: true, price: '' },
    check: ({ from_tag, to_tag, price }) => {
      const read = readCell(price)
      const message = typeof read === 'string' ? read : cellProblem(read)
      const isThere = grid.lanes.some(
        (lane) => lane.is_own && lane.from_tag === from_tag && lane.to_tag === to_tag,
      )
      return [
        ...(from_tag === '' ? [{ field: 'from_tag', message: 'Choose where the lane begins.' }] : []),
        ...(to_tag === '' ? [{ field: 'to_tag', message: 'Choose where the lane ends.' }] : []),
        ...(isThere ? [{ field: 'to_tag', message: 'This lane already exists. Change its price.' }] : []),
        ...(message === null ? [] : [{ field: 'price', message }]),
      ]
    },
  })
  return (
    <Modal title={`Add a lane of ${service.name}`} onClose={onClose}>
      <FormPanel
        form={form}
        saving={sending.busy}
        error={sending.error}
        submit="Add lane"
        onCancel={onClose}
        onSubmit={({ from_tag, to_tag, symmetric, price }) => {
          const read = readCell(price)
          if (typeof read === 'string') return
          setSending({ busy: true, error: null })
          onAdd(from_tag, to_tag, symmetric, read).then(onClose, (error: Error) =>
            setSending({ busy: false, error }),
          )
        }}
      >
        <FieldRow>
          <SelectField {...form.field('from_tag')} label="From" options={zones} />
          <SelectField {...form.field('to_tag')} label="To" options={zones} />
        </FieldRow>
        <Checkbox {...form.field('symmetric')} label="Same price in both directions" />
        <TextField
          {...form.field('price')}
          label="Price"
          hint="An amount, a formula such as 99 + max(0, w - 5) * 9.5, free, or not sold."
        />
      </FormPanel>
    </Modal>
  )
}
