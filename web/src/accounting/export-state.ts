import type { AccountingExport } from '@waybill/domain/accounting/api'
import { formatCount } from '../kit/ui/values/numbers.ts'

/** Returns how far a batch was sent, with the colour of its badge. */
export function exportState({
  documents,
  waiting,
  sent,
  failed,
}: Pick<AccountingExport, 'documents' | 'waiting' | 'sent' | 'failed'>): {
  family: 'grey' | 'blue' | 'green' | 'red'
  label: string
} {
  if (failed > 0) return { family: 'red', label: `${formatCount(failed)} rejected` }
  if (waiting > 0) return { family: 'blue', label: 'Sending' }
  if (sent === documents) return { family: 'green', label: 'Sent' }
  return { family: 'grey', label: 'Not sent' }
}
