import type { AccountOpening, OpeningTotals } from '@waybill/domain/billing/opening-balances'
import { moveInApi } from '@waybill/domain/move-in/api'
import type { Cents } from '@waybill/domain/kit/money'
import { useState } from 'react'
import { sentenceOf, useEndpointMutation } from '../kit/api/index.ts'
import { standaloneField } from '../kit/form/FieldFrame.tsx'
import { FileField } from '../kit/form/FileField.tsx'
import { MoneyField } from '../kit/form/TypedField.tsx'
import { fileText, spreadsheet_types } from '../kit/import/file-text.ts'
import { confirmAction } from '../kit/layers/alerts.ts'
import { mayCall, useMe } from '../kit/session/me.ts'
import { moneyColumn, textColumn, monoColumn } from '../kit/table/columns/column-kinds.tsx'
import type { Column } from '../kit/table/columns/columns.ts'
import { DataTable } from '../kit/table/DataTable.tsx'
import { useList } from '../kit/table/use-list.ts'
import { useRows } from '../kit/table/use-rows.ts'
import { AppLink } from '../kit/ui/buttons/AppLink.tsx'
import { Button } from '../kit/ui/buttons/Button.tsx'
import { Card, Facts } from '../kit/ui/page-layout/Card.tsx'
import { Row, Stack } from '../kit/ui/page-layout/Layout.tsx'
import { Notice } from '../kit/ui/states/Notice.tsx'
import { Money, When } from '../kit/ui/values/Value.tsx'

const columns: readonly Column<AccountOpening>[] = [
  monoColumn('account_code', 'Account', 112, ({ account_code }) => account_code),
  textColumn('account_name', 'Name', 240, ({ account_name }) => account_name),
  moneyColumn('old_owed', 'Owed before', 128, ({ old_owed }) => old_owed),
  moneyColumn('new_owed', 'Owed here', 128, ({ new_owed }) => new_owed),
  moneyColumn('difference', 'Difference', 128, ({ difference }) => difference),
]

/** Compares the opening balances with the old trial balance, and starts work when they agree. */
export function OldBalances({ opening }: { opening: OpeningTotals }) {
  const me = useMe()
  const [total, setTotal] = useState<Cents | null>(opening.old_total)
  const [error, setError] = useState('')
  const failed = (thrown: Error): void => setError(thrown.message)
  const refresh = [moveInApi.overview, moveInApi.openings]
  const save = useEndpointMutation(moveInApi.saveOldBalances, {
    refresh,
    failed,
    done: ({ old_total }) => {
      setError('')
      setTotal(old_total)
    },
  })
  const start = useEndpointMutation(moveInApi.start, { refresh, failed, done: () => setError('') })
  const list = useList({ name: 'move-in-openings' })
  const found = useRows(moveInApi.openings, list.input, ({ accounts }) => accounts)
  const mayChange = mayCall(me, moveInApi.saveOldBalances)
  const readBalances = async (file: File): Promise<void> => {
    try {
      save.mutate({ content: await fileText(file) })
    } catch (thrown) {
      setError(sentenceOf(thrown) ?? '')
    }
  }
  const begin = async (): Promise<void> => {
    const isSure = await confirmAction({
      title: 'Start working?',
      body: 'The opening balances agree with the old trial balance. From now on opening items can be neither added nor removed, and overdue accounts can be put on hold.',
      confirm: 'Start working',
      cancel: 'Not yet',
    })
    if (isSure) start.mutate({})
  }
  const { difference, accounts_that_differ, time_started } = opening
  const reason =
    difference === null
      ? 'Enter the old trial balance first.'
      : difference !== 0 || accounts_that_differ > 0
        ? 'The balances do not agree yet.'
        : null
  return (
    <Stack>
      <Card title="Trial balance">
        <Stack>
          <Facts
            of={[
              ['Owed by the old system', <Money key="old" cents={opening.old_total} />],
              ['Owed here', <Money key="new" cents={opening.new_total} />],
              ['Difference', <Money key="difference" cents={difference} />],
              ['Accounts that differ', String(accounts_that_differ)],
              ...(time_started ? [['Started', <When key="started" at={time_started} />] as const] : []),
            ]}
          />
          {time_started === null && mayChange && (
            <>
              <Row>
                <MoneyField
                  {...standaloneField('total', total, setTotal)}
                  label="What all accounts owe together"
                />
                <Button busy={save.isPending} onClick={() => save.mutate(total === null ? {} : { total })}>
                  Save total
                </Button>
              </Row>
              <FileField
                label="Balance of each account: a file of account codes and balances"
                isCleared
                accept={`.csv,.txt,.tsv,text/csv,${spreadsheet_types}`}
                onChoose={(file) => void readBalances(file)}
              />
              <Row>
                <Button variant="primary" busy={start.isPending} reason={reason} onClick={begin}>
                  Start working
                </Button>
              </Row>
            </>
          )}
          {error && <Notice variant="error" title={error} live />}
        </Stack>
      </Card>
      <Card
        title="Delivered without a charge"
        actions={<AppLink to="/reports/delivered-without-charge">Open the list</AppLink>}
      >
        <p>
          Old shipments bring no charges. Compare those that were delivered last with the last invoices of the
          old system before you start.
        </p>
      </Card>
      <Card title="Accounts" flush>
        <DataTable
          name="move-in-openings"
          caption="Opening balances"
          columns={columns}
          inCard
          {...found}
          list={list}
          idOf={({ account_id }) => account_id}
          linkOf={({ account_id }) => `/accounts/${account_id}?tab=billing`}
          card={({ account_code, account_name, difference: differs }) => ({
            title: `${account_code} ${account_name}`,
            lines: [<Money key="difference" cents={differs} />],
          })}
          empty={{
            title: 'No opening balances yet',
            text: 'Load the open items, and give the old balances.',
          }}
        />
      </Card>
    </Stack>
  )
}
