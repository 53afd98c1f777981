import { useQuery } from '@tanstack/react-query'
import { accountingApi, type ChartRow } from '@waybill/domain/accounting/api'
import { export_formats, format_labels, usualTaxCodes } from '@waybill/domain/accounting/chart'
import { endpointQuery, useEndpointMutation } from '../kit/api/index.ts'
import { FieldRow, FormPanel } from '../kit/form/FormPanel.tsx'
import { TextField } from '../kit/form/TextField.tsx'
import { useForm } from '../kit/form/use-form.ts'
import { toast } from '../kit/layers/toasts.ts'
import { mayCall, useMe } from '../kit/session/me.ts'
import { Card } from '../kit/ui/page-layout/Card.tsx'
import { Stack } from '../kit/ui/page-layout/Layout.tsx'
import { Loading, RegionError } from '../kit/ui/states/States.tsx'

/** The account codes of the accounting program by ledger account. */
export function ChartForm() {
  const query = useQuery(endpointQuery(accountingApi.chart, {}))
  if (query.error && !query.data)
    return (
      <RegionError thrown={query.error} what="The chart of accounts" onRetry={() => void query.refetch()} />
    )
  if (!query.data) return <Loading lines={10} />
  return <Codes rows={query.data.rows} />
}

const notes: Readonly<Record<string, string>> = {
  Accounts: 'Only the accounts that an export uses need a code.',
  'Bank account per gateway': 'Without a code, the one of Payment gateways is used.',
  'Revenue per charge': 'Without a code, the one of Revenue is used.',
  'Revenue per service level': 'A code here comes before the one of the charge.',
  'VAT codes': `Without a code, the usual ones are used. ${export_formats
    .map((format) => `${format_labels[format]}: ${Object.values(usualTaxCodes(format)).join(', ')}`)
    .join('. ')}.`,
}

function Codes({ rows }: { rows: readonly ChartRow[] }) {
  const me = useMe()
  const form = useForm<{ rows: ChartRow[] }>({ initial: { rows: [...rows] } })
  const save = useEndpointMutation(accountingApi.saveChart, {
    inForm: true,
    refresh: [accountingApi.chart],
    done: (answer) => {
      form.reset({ rows: answer.rows })
      toast.success('Chart of accounts saved')
    },
  })
  const off = mayCall(me, accountingApi.saveChart) ? null : 'You can view it, but not change it.'
  const groups = [...new Set(rows.map(({ group }) => group))]
  return (
    <FormPanel
      form={form}
      saving={save.isPending}
      error={save.error}
      submit="Save changes"
      hideButtons={off !== null}
      onSubmit={(values) =>
        save.mutate({ rows: values.rows.map(({ place, code }) => ({ place, code: code.trim() })) })
      }
    >
      <Stack>
        {groups.map((group) => (
          <Card key={group} title={group} note={notes[group]}>
            <FieldRow>
              {rows.flatMap((row, at) =>
                row.group === group
                  ? [
                      <TextField
                        key={row.place}
                        {...form.field(`rows.${at}.code`)}
                        label={row.label}
                        optional
                        maxLength={60}
                        autoComplete="off"
                        off={off}
                      />,
                    ]
                  : [],
              )}
            </FieldRow>
          </Card>
        ))}
      </Stack>
    </FormPanel>
  )
}
