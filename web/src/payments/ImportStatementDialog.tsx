import type { Output } from '@waybill/domain/kit/endpoint'
import { importedApi } from '@waybill/domain/payments/imported-payment'
import { useState } from 'react'
import { sentenceOf, useSend } from '../kit/api/index.ts'
import { loose } from '../kit/form/FieldFrame.tsx'
import { TextField } from '../kit/form/TextField.tsx'
import { fileText, spreadsheet_types } from '../kit/import/file-text.ts'
import { Button } from '../kit/ui/Button.tsx'
import { Stack } from '../kit/ui/Layout.tsx'
import { Modal } from '../kit/ui/Modal.tsx'
import { Notice } from '../kit/ui/Notice.tsx'

const counted = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${count} ${many}`

/** What an import came to, in sentences. */
function textOf(result: Output<typeof importedApi.upload>): readonly string[] {
  const { imported, suggested, known, too_old, money_out, unread } = result
  return [
    `${counted(imported, 'payment', 'payments')} imported, ${suggested} with a suggestion.`,
    ...(known > 0 ? [`${counted(known, 'line was', 'lines were')} imported before.`] : []),
    ...(too_old > 0 ? [`${counted(too_old, 'line is', 'lines are')} older than payments are accepted.`] : []),
    ...(money_out > 0
      ? [`${counted(money_out, 'line is', 'lines are')} money that went out, and left out.`]
      : []),
    ...(unread.length > 0 ? [`Could not be read: ${unread.join(', ')}.`] : []),
  ]
}

/** Imports a bank statement and says what came of it. */
export function ImportStatementDialog({ onClose }: { onClose: () => void }) {
  const [bank_account, setBankAccount] = useState('')
  const [refusal, setRefusal] = useState('')
  const send = useSend(importedApi.upload, {
    refresh: [importedApi.list],
    failed: (thrown) => setRefusal(thrown.message),
  })
  const read = async (file: File | undefined): Promise<void> => {
    if (!file) return
    setRefusal('')
    try {
      const content = await fileText(file)
      send.mutate({ file_name: file.name, bank_account: bank_account.trim() || undefined, content })
    } catch (thrown) {
      setRefusal(sentenceOf(thrown) ?? '')
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
          CSV as FNB, ABSA, Standard Bank, Nedbank and Capitec export it, also saved as Excel file, OFX or
          MT940. Lines that were imported before are left out.
        </p>
        <TextField
          {...loose('bank_account', bank_account, setBankAccount)}
          label="Bank account"
          optional
          hint="As you call it, for example FNB cheque"
          autoComplete="off"
        />
        <label>
          <span className="only-heard">Statement file</span>
          <input
            type="file"
            accept={`.csv,.ofx,.sta,.mt940,.txt,text/csv,${spreadsheet_types}`}
            onChange={(event) => {
              void read(event.target.files?.[0])
              event.target.value = ''
            }}
          />
        </label>
        {send.isPending && <p role="status">Reading the statement…</p>}
        {refusal && <Notice variant="error" title={refusal} live />}
        {send.data && !refusal && (
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
