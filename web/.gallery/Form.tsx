import { useState } from 'react'
import { useForm } from '../src/kit/form/use-form.ts'
import { FieldRow, FormPanel } from '../src/kit/form/FormPanel.tsx'
import { TextArea, TextField } from '../src/kit/form/TextField.tsx'
import { MoneyField, NumberField, PhoneField } from '../src/kit/form/TypedField.tsx'
import { SelectField } from '../src/kit/form/SelectField.tsx'
import { DateField } from '../src/kit/form/DateField.tsx'
import { TimeWindow } from '../src/kit/form/TimeWindow.tsx'
import { Checkbox, RadioGroup, Toggle } from '../src/kit/form/Choices.tsx'
import { Columns, Page, Row } from '../src/kit/ui/Layout.tsx'
import { Card, Facts } from '../src/kit/ui/Card.tsx'
import { PageHeader } from '../src/kit/ui/PageHeader.tsx'
import { Button } from '../src/kit/ui/Button.tsx'
import { Notice } from '../src/kit/ui/Notice.tsx'
import { Money } from '../src/kit/ui/Value.tsx'
import { Modal } from '../src/kit/ui/Modal.tsx'
import { isOneEmail } from '@waybill/domain/kit/email'
export default function Form() {
  const [open, setOpen] = useState(false)
  const form = useForm({ initial: { account: null as number | null, street: '', suburb: '', code: '', name: '', phone: '', email: '', weight: null as number | null, value: null as number | null, day: '2026-11-21' as string | null, window: { from: '15:00', to: '17:00' }, notes: '', dangerous: false, notify: true, service: 'eco' },
    format: { email: (v: string) => isOneEmail(v) ? null : 'Invalid delivery email' },
    check: (v) => [...(v.street ? [] : [{ field: 'street', message: 'Street address is required' }]), ...(v.name ? [] : [{ field: 'name', message: 'Contact name is required' }])] })
  return (
    <Page width="form">
      <PageHeader title="New shipment" back={{ to: '/shipments', label: 'Shipments' }} actions={<Button onClick={() => setOpen(true)}>Data capturing mode</Button>} />
      <Columns main={<FormPanel form={form} saving={false} error={null} onSubmit={() => undefined} submit="Create shipment and print label" onCancel={() => undefined} note="Draft saved 14:31">
        <SelectField {...form.field('account')} label="Account" width={352} options={Array.from({ length: 140 }, (_, i) => ({ value: i, label: `Highveld Optical ${i}`, hint: `HVO${String(i).padStart(3, '0')}` }))} />
        <Card title="Delivery">
          <div style={{ display: 'grid', gap: 16 }}>
            <TextField {...form.field('street')} label="Street address, stand or house number" />
            <FieldRow><TextField {...form.field('suburb')} label="Suburb" /><TextField {...form.field('code')} label="Postal code" width={96} inputMode="numeric" /></FieldRow>
            <FieldRow><TextField {...form.field('name')} label="Contact name" /><PhoneField {...form.field('phone')} label="Mobile number" /></FieldRow>
            <TextField {...form.field('email')} type="email" label="Email" optional hint="Used for tracking updates." />
            <Row><NumberField {...form.field('weight')} label="Weight" unit="kg" width={96} /><MoneyField {...form.field('value')} label="Declared value" /><DateField {...form.field('day')} label="Collect on" width={180} /><TimeWindow {...form.field('window')} label="Between" width={200} /></Row>
            <TextArea {...form.field('notes')} label="Instructions" optional maxLength={200} counts />
            <Checkbox {...form.field('dangerous')} label="No dangerous goods, cash or perishables." />
            <Toggle {...form.field('notify')} label="Tell the receiver by SMS" hint="Sent when the driver is on the way." />
            <RadioGroup {...form.field('service')} label="Service" choices={[{ value: 'eco', label: 'Economy', hint: 'Thu 20 Nov – Fri 21 Nov' }, { value: 'ovn', label: 'Overnight' }]} />
          </div>
        </Card>
      </FormPanel>} side={<><Notice variant="error" title="Nobody at the address at 11:42 today." action={<Button size="sm" variant="danger">Retry today</Button>}>Sipho passes again at 15:30.</Notice><Notice variant="warning">Up R 32.07, parcel 3 measured higher.</Notice><Notice variant="info" title="Draft.">Continue where you left off.</Notice><Card title="Charges" note="Revision 13"><Facts split of={[['Base, Economy', <Money cents={36500} />], ['Fuel charge', <Money cents={4563} />], ['Total', <Money cents={49463} />]]} /></Card></>} />
      {open && <Modal title="Top up account" onClose={() => setOpen(false)} footerNote="New balance -R 14,170.41" footer={<><Button onClick={() => setOpen(false)}>Cancel</Button><Button variant="primary">Pay now</Button></>}><TextField {...form.field('name')} label="Amount" /><p>You owe R 15,912.60.</p></Modal>}
    </Page>
  )
}
