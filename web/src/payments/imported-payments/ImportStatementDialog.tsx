import type { Output } from '@waybill/domain/kit/calls/endpoint'
import { formatRand, max_at_once } from '@waybill/domain/kit/money'
import { importedApi } from '@waybill/domain/payments/imported-payment'
import { useState } from 'react'
import { sentenceOf, useEndpointMutation } from '../../kit/api/index.ts'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { fileText, spreadsheet_types } from '../../kit/import/file-text.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Stack } from '../../kit/ui/page-layout/Layout.tsx'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'

const counted = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${count} ${many}`

/** The result of an import as sentences: first what was imported, then what was left out. */
function textOf(result: Output<typeof importedApi.upload>): readonly string[] {
  const { imported, suggested, possible_duplicates, known, too_old, too_large, money_out } = result
  const { fees, balances, zero, pending } = result
  const countLine = (count: number, one: string, many: string): string[] =>
    count > 0 ? [`${counted(count, 'line', 'lines')} ${count === 1 ? one : many}`] : []
  return [
    `${counted(imported, 'payment', 'payments')} imported, ${suggested} with a suggestion.`,
    ...countLine(
      possible_duplicates,
      'may have been imported before. Check it and decide.',
      'may have been imported before. Check them and decide.',
    ),
    ...countLine(
      too_large,
      `is more than ${formatRand(max_at_once)} and cannot be posted. Check it.`,
      `are more than ${formatRand(max_at_once)} and cannot be posted. Check them.`,
    ),
    ...countLine(known, 'was imported before.', 'were imported before.'),
    ...countLine(too_old, 'is too old to be accepted.', 'are too old to be accepted.'),
    ...countLine(
      money_out,
      'is an outgoing payment and was left out.',
      'are outgoing payments and were left out.',
    ),
    ...countLine(fees, 'is a bank fee and was left out.', 'are bank fees and were left out.'),
    ...countLine(
      balances,
      'is a balance or remark without an amount and was left out.',
      'are balances or remarks without an amount and were left out.',
    ),
    ...countLine(zero, 'is R 0.00 and was left out.', 'are R 0.00 and were left out.'),
    ...countLine(
      pending,
      'is not booked yet and was left out. Import it with a later statement.',
      'are not booked yet and were left out. Import them with a later statement.',
    ),
  ]
}

/** Imports a bank statement and displays the result. */
export function ImportStatementDialog({ onClose }: { onClose: () => void }) {
  const [bankAccount, setBankAccount] = useState('')
  const [error, setError] = useState('')
  const send = useEndpointMutation(importedApi.upload, {
    refresh: [importedApi.list],
    failed: (thrown) => setError(thrown.message),
  })
  const read = async (file: File | undefined): Promise<void> => {
    if (!file) return
    setError('')
    try {
      const content = await fileText(file)
      send.mutate({ file_name: file.name, bank_account: bankAccount.trim() || undefined, content })
    } catch (thrown) {
      setError(sentenceOf(thrown) ?? '')
    }
  }
  return (
    <Modal
      title="Import a bank statement"
      onClose={onClose}
      footer={
        <Button variant={send.data ? 'primary' : 'secondary'} onClick={onClose}>
          {send.data ? 'Done' : 'Cancel'}
        </Button>
      }
    >
      <Stack>
        <p>
          CSV as ABSA, Capitec, FNB, Investec, Nedbank and Standard Bank export it, also saved as Excel file;
          OFX, MT940 or camt.053. Lines that were imported before are left out.
        </p>
        <TextField
          {...standaloneField('bank_account', bankAccount, setBankAccount)}
          label="Bank account"
          optional
          hint="Your name for it, for example FNB cheque"
          autoComplete="off"
        />
        <label>
          <span className="only-heard">Statement file</span>
          <input
            type="file"
            accept={`.csv,.ofx,.qbo,.sta,.mt940,.940,.xml,.txt,text/csv,${spreadsheet_types}`}
            onChange={(event) => {
              void read(event.target.files?.[0])
              event.target.value = ''
            }}
          />
        </label>
        {send.isPending && <p role="status">Reading the statement…</p>}
        {error && <Notice variant="error" title={error} live />}
        {send.data && !error && (
          <Notice variant="success" live>
            {textOf(send.data).map((sentence) => (
              <span key={sentence}>{sentence} </span>
            ))}
          </Notice>
        )}
      </Stack>
    </Modal>
  )
}
