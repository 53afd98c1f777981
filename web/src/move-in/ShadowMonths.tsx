import { useQuery } from '@tanstack/react-query'
import { moveInApi, type LoadedFile } from '@waybill/domain/move-in/api'
import { shadow_columns } from '@waybill/domain/move-in/columns'
import { revisionsApi } from '@waybill/domain/rates/revisions/revisions-api'
import { useState } from 'react'
import { endpointQuery, useEndpointMutation } from '../kit/api/index.ts'
import { SelectField } from '../kit/form/choices/SelectField.tsx'
import { standaloneField } from '../kit/form/FieldFrame.tsx'
import { mayCall, useMe } from '../kit/session/me.ts'
import { DataTable } from '../kit/table/DataTable.tsx'
import { useList } from '../kit/table/use-list.ts'
import { useRows } from '../kit/table/use-rows.ts'
import { Card } from '../kit/ui/page-layout/Card.tsx'
import { Stack } from '../kit/ui/page-layout/Layout.tsx'
import { Notice } from '../kit/ui/states/Notice.tsx'
import { Money } from '../kit/ui/values/Value.tsx'
import { useGo } from '../kit/url/use-go.ts'
import { month_columns } from './batch-columns.tsx'
import { CellProblems } from './CellProblems.tsx'
import { FileMatch } from './FileMatch.tsx'

/** Prices a month of old waybills by a price book, and lists the months that were priced. */
export function ShadowMonths() {
  const me = useMe()
  const go = useGo()
  const [revisionId, setRevisionId] = useState<string | null>(null)
  const [problems, setProblems] = useState<Pick<LoadedFile, 'problems' | 'problem_count'> | null>(null)
  const [error, setError] = useState('')
  const revisions = useQuery({
    ...endpointQuery(revisionsApi.list, {}),
    enabled: mayCall(me, revisionsApi.list),
  })
  const price = useEndpointMutation(moveInApi.priceShadowMonth, {
    refresh: [moveInApi.shadowMonths],
    failed: (thrown) => setError(thrown.message),
    done: ({ month, ...found }) => {
      if (month) void go(`/tools/move-in/shadow-months/${month.id}`)
      else setProblems(found)
    },
  })
  const list = useList({ name: 'shadow-months' })
  const found = useRows(moveInApi.shadowMonths, list.input, ({ months }) => months)
  return (
    <Stack>
      {mayCall(me, moveInApi.priceShadowMonth) && (
        <>
          <SelectField
            {...standaloneField('revision', revisionId, setRevisionId)}
            label="Price book"
            placeholder="The one in force"
            clearable
            options={(revisions.data?.revisions ?? []).map(({ id, name, status }) => ({
              value: String(id),
              label: name,
              hint: status,
            }))}
            width={320}
          />
          <FileMatch
            memory="move_in_columns_shadow"
            known={shadow_columns}
            template="waybills-template.csv"
            about="Last month’s waybills with the price that was charged. Each is priced by the price book; nothing is booked."
            busy={price.isPending}
            submit="Price waybills"
            onChange={() => {
              setProblems(null)
              setError('')
            }}
            onSubmit={(file) =>
              price.mutate({
                file_name: file.name,
                content: file.content,
                columns: file.columns,
                ...(revisionId ? { rate_revision_id: Number(revisionId) } : {}),
              })
            }
          />
        </>
      )}
      {error && <Notice variant="error" title={error} live />}
      {problems && <CellProblems problems={problems.problems} count={problems.problem_count} />}
      <Card title="Priced months" flush>
        <DataTable
          name="shadow-months"
          caption="Priced months"
          columns={month_columns}
          inCard
          {...found}
          list={list}
          idOf={({ id }) => id}
          linkOf={({ id }) => `/tools/move-in/shadow-months/${id}`}
          card={({ name, old_price, new_price }) => ({
            title: name,
            lines: [<Money key="difference" cents={new_price - old_price} />],
          })}
          empty={{
            title: 'No months yet',
            text: 'Choose a file of waybills to see what they cost by your prices.',
          }}
        />
      </Card>
    </Stack>
  )
}
