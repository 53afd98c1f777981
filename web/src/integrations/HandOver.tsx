import { integrationsApi } from '@waybill/domain/integrations/api'
import type { Integration } from '@waybill/domain/integrations/model'
import type { Output } from '@waybill/domain/kit/calls/endpoint'
import { useState } from 'react'
import { useEndpointMutation } from '../kit/api/index.ts'
import { FormPanel } from '../kit/form/FormPanel.tsx'
import { TextField } from '../kit/form/TextField.tsx'
import { useForm } from '../kit/form/use-form.ts'
import { AppLink } from '../kit/ui/buttons/AppLink.tsx'
import { Button } from '../kit/ui/buttons/Button.tsx'
import { Modal } from '../kit/ui/layers/Modal.tsx'
import { Notice } from '../kit/ui/states/Notice.tsx'

const variant_of = { delivered: 'success', waiting: 'warning', failed: 'error', dropped: 'error' } as const

/** Hands one shipment to the courier of an integration, and displays the result. */
export function HandOver({ to, onClose }: { to: Integration; onClose: () => void }) {
  const [taken, setTaken] = useState<Output<typeof integrationsApi.handOver> | null>(null)
  const form = useForm({
    initial: { tracking_reference: '' },
    check: ({ tracking_reference }) =>
      tracking_reference.trim()
        ? []
        : [{ field: 'tracking_reference', message: 'Give the tracking reference.' }],
  })
  const send = useEndpointMutation(integrationsApi.handOver, {
    inForm: true,
    refresh: [integrationsApi.requests, integrationsApi.list],
    done: setTaken,
  })
  const title = `Hand a shipment to ${to.name}`
  if (taken)
    return (
      <Modal
        title={title}
        onClose={onClose}
        footer={
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        }
      >
        <Notice variant={variant_of[taken.status]} live>
          {taken.message} {taken.status === 'waiting' && 'We retry automatically. '}
          <AppLink to={`/shipments/${taken.shipment_id}`}>Open the shipment</AppLink>
        </Notice>
      </Modal>
    )
  return (
    <Modal title={title} onClose={onClose}>
      <FormPanel
        form={form}
        saving={send.isPending}
        error={send.error}
        submit="Hand over"
        onCancel={onClose}
        onSubmit={({ tracking_reference }) =>
          send.mutate({ tracking_reference: tracking_reference.trim(), integration_id: to.id, id: undefined })
        }
      >
        <TextField
          {...form.field('tracking_reference')}
          label="Tracking reference"
          hint="The shipment becomes outsourced when they accept it."
          mono
          maxLength={120}
          autoComplete="off"
        />
      </FormPanel>
    </Modal>
  )
}
