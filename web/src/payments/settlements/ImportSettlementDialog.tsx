import type { Output } from '@waybill/domain/kit/calls/endpoint'
import { formatRand } from '@waybill/domain/kit/money'
import { gateway_names, gatewayTitle, type GatewayName } from '@waybill/domain/payments/gateway-list'
import { settlementApi } from '@waybill/domain/payments/settlement-api'
import { useState } from 'react'
import { sentenceOf, useEndpointMutation } from '../../kit/api/index.ts'
import { SelectField } from '../../kit/form/choices/SelectField.tsx'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { fileText, spreadsheet_types } from '../../kit/import/file-text.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import { Stack } from '../../kit/ui/page-layout/Layout.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'

const gateway_options = gateway_names.map((value) => ({ value, label: gatewayTitle(value) }))

/** The result of an import as a sentence. */
function textOf({ imported, known, differences, fees }: Output<typeof settlementApi.upload>): string {
  const lines = (count: number): string => (count === 1 ? '1 line' : `${count} lines`)
  return [
    `${lines(imported)} imported, ${differences === 0 ? 'all match' : `${lines(differences)} with a difference`}.`,
    fees > 0 ? `${formatRand(fees)} of fees posted.` : '',
    known > 0 ? `${lines(known)} imported before.` : '',
  ]
    .filter(Boolean)
    .join(' ')
}

/** Imports a settlement report of a gateway and displays the result. */
export function ImportSettlementDialog({ onClose }: { onClose: () => void }) {
  const [gateway, setGateway] = useState<GatewayName>(gateway_names[0])
  const [error, setError] = useState('')
  const send = useEndpointMutation(settlementApi.upload, {
    refresh: [settlementApi.list],
    failed: (thrown) => setError(thrown.message),
  })
  const read = async (file: File | undefined): Promise<void> => {
    if (!file) return
    setError('')
    try {
      send.mutate({ gateway, file_name: file.name, content: await fileText(file) })
    } catch (thrown) {
      setError(sentenceOf(thrown) ?? '')
    }
  }
  return (
    <Modal
      title="Import a settlement report"
      onClose={onClose}
      footer={
        <Button variant={send.data ? 'primary' : 'secondary'} onClick={onClose}>
          {send.data ? 'Done' : 'Cancel'}
        </Button>
      }
    >
      <Stack>
        <p>
          The report of payments and fees that a gateway offers as CSV, also saved as Excel file. Lines that
          were imported before are left out.
        </p>
        <SelectField
          {...standaloneField('gateway', gateway, setGateway)}
          label="Gateway"
          options={gateway_options}
        />
        <label>
          <span className="only-heard">Report file</span>
          <input
            type="file"
            accept={`.csv,.txt,text/csv,${spreadsheet_types}`}
            onChange={(event) => {
              void read(event.target.files?.[0])
              event.target.value = ''
            }}
          />
        </label>
        {send.isPending && <p role="status">Reading the report…</p>}
        {error && <Notice variant="error" title={error} live />}
        {send.data && !error && (
          <Notice variant="success" live>
            {textOf(send.data)}
          </Notice>
        )}
      </Stack>
    </Modal>
  )
}
