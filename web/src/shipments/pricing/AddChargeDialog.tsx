import { formatRand, type Cents } from '@waybill/domain/kit/money'
import { customChargeValue } from '@waybill/domain/rates/charges/custom-charge'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { checkCharge } from '@waybill/domain/shipments/pricing/custom-charge'
import type { Shipment } from '@waybill/domain/shipments/model'
import { useEndpointMutation } from '../../kit/api/index.ts'
import { FieldRow, FormPanel } from '../../kit/form/FormPanel.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { MoneyField, NumberField } from '../../kit/form/TypedField.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { Modal } from '../../kit/ui/layers/Modal.tsx'

/** Dialog for adding a custom charge to a shipment. It displays the new total before saving. */
export function AddChargeDialog({
  shipment,
  rate,
  onClose,
}: {
  shipment: Shipment
  /** The current price of the shipment, in cents. */
  rate: Cents
  onClose: () => void
}) {
  const send = useEndpointMutation(shipmentsApi.addCharge, {
    inForm: true,
    refresh: [shipmentsApi.detail, shipmentsApi.rows],
    done: () => {
      toast.success('Charge added')
      onClose()
    },
  })
  const form = useForm<{ name: string; unit_price: Cents | null; quantity: number | null }>({
    initial: { name: '', unit_price: null, quantity: null },
    check: ({ name, unit_price, quantity }) =>
      checkCharge({ name, unit_price: unit_price ?? 0, quantity: quantity ?? 0 }, rate),
  })
  const { unit_price, quantity } = form.values
  const value = customChargeValue({ unit_price: unit_price ?? 0, quantity: quantity ?? 0 })
  return (
    <Modal title={`Add a charge to ${shipment.tracking_reference}`} onClose={onClose}>
      <FormPanel
        form={form}
        saving={send.isPending}
        error={send.error}
        submit={value === 0 ? 'Add charge' : `Add ${formatRand(value)}`}
        onCancel={onClose}
        onSubmit={(values) =>
          send.mutate({
            id: shipment.id,
            name: values.name,
            unit_price: values.unit_price ?? 0,
            quantity: values.quantity ?? undefined,
          })
        }
      >
        <TextField
          {...form.field('name')}
          label="Description"
          hint="The customer reads this on the shipment and the invoice."
          placeholder="Such as ‘Waiting time, 15 min’"
          maxLength={100}
          autoComplete="off"
        />
        <FieldRow>
          <MoneyField {...form.field('unit_price')} label="Price, VAT included" />
          <NumberField {...form.field('quantity')} label="Quantity" optional />
        </FieldRow>
        <p>{`The shipment will cost ${formatRand(rate + value)}. This charge stays when it is priced again.`}</p>
      </FormPanel>
    </Modal>
  )
}
