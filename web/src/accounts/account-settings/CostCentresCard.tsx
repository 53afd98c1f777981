import { IconPlus, IconTrash } from '../../kit/icons/icons.ts'
import { accountProblems } from '@waybill/domain/accounts/account-rules'
import type { ListedAccount } from '@waybill/domain/accounts/model'
import { cost_center_label } from '@waybill/domain/accounts/settings'
import { Checkbox } from '../../kit/form/choices/Choices.tsx'
import { FormPanel } from '../../kit/form/FormPanel.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { useMe, useSetting } from '../../kit/session/me.ts'
import type { Column } from '../../kit/table/columns/columns.ts'
import { monoColumn, textColumn } from '../../kit/table/columns/column-kinds.tsx'
import { DataTable } from '../../kit/table/DataTable.tsx'
import { Button, IconButton } from '../../kit/ui/buttons/Button.tsx'
import { AccountListCard, useListSaving } from './AccountListCard.tsx'
import styles from '../account.module.css'
import { loaded_query, no_rules } from './loaded-query.ts'

interface Row {
  id: number
  name: string
  code: string
  is_active: boolean
}

const columns: readonly Column<Row>[] = [
  textColumn('name', 'Name', 260, (row) => row.name),
  monoColumn('code', 'Code', 120, (row) => row.code),
  textColumn('state', 'May be chosen', 130, stateOf),
]

function stateOf({ is_active }: Row): string {
  return is_active ? 'Yes' : 'No'
}

function rowsOf(account: ListedAccount): Row[] {
  return (account.cost_centers ?? []).map(({ id, name, code, is_active }) => ({
    id,
    name,
    code: code ?? '',
    is_active: is_active !== false,
  }))
}

/** Card with the departments by which the shipments and invoices of an account are grouped (ACC-027). */
export function CostCentresCard({ account }: { account: ListedAccount }) {
  const label = useSetting(cost_center_label)
  const rows = rowsOf(account)
  return (
    <AccountListCard
      account={account}
      title={`${label}s`}
      note="Chosen when a parcel is sent"
      form={(onClose) => <CostCentresForm account={account} label={label} onClose={onClose} />}
    >
      <DataTable
        name="cost-centres"
        caption={`${label}s`}
        inCard
        columns={columns}
        rows={rows}
        idOf={(row) => row.id}
        query={loaded_query}
        card={(row) => ({
          title: row.name,
          lines: [row.code, row.is_active ? '' : 'Not in use'].filter(Boolean),
        })}
        empty={{
          title: `No ${label.toLowerCase()}s yet.`,
          text: 'If you add a list, everyone who books must choose from it, and invoices can be split by it.',
        }}
      />
    </AccountListCard>
  )
}

function CostCentresForm({
  account,
  label,
  onClose,
}: {
  account: ListedAccount
  label: string
  onClose: () => void
}) {
  const me = useMe()
  const form = useForm<{ cost_centers: Row[] }>({
    initial: { cost_centers: rowsOf(account) },
    check: (values) => accountProblems(me, values, no_rules),
  })
  const save = useListSaving(onClose)
  const rows = form.values.cost_centers
  return (
    <FormPanel
      form={form}
      saving={save.isPending || save.isSuccess}
      error={save.error}
      submit="Save changes"
      onCancel={onClose}
      onSubmit={({ cost_centers }) =>
        save.mutate({
          id: account.id,
          version: account.version ?? undefined,
          cost_centers: cost_centers.map(({ id, ...rest }) => ({ id: id || undefined, ...rest })),
        })
      }
    >
      <div className={styles.rows}>
        {rows.map((row, at) => (
          <div key={row.id || `new-${at}`} className={styles.rowLine}>
            <div className={styles.rowName}>
              <TextField
                {...form.field(`cost_centers.${at}.name`)}
                label={`Name ${at + 1}`}
                maxLength={120}
              />
            </div>
            <TextField
              {...form.field(`cost_centers.${at}.code`)}
              label={`Code ${at + 1}`}
              mono
              width={140}
              maxLength={40}
              optional
            />
            <Checkbox {...form.field(`cost_centers.${at}.is_active`)} label="May be chosen" />
            <IconButton
              label={`Remove ${row.name || `line ${at + 1}`}`}
              icon={IconTrash}
              onClick={() => form.set('cost_centers', rows.toSpliced(at, 1))}
            />
          </div>
        ))}
      </div>
      <div>
        <Button
          icon={IconPlus}
          onClick={() => form.set('cost_centers', [...rows, { id: 0, name: '', code: '', is_active: true }])}
        >
          Add {label.toLowerCase()}
        </Button>
      </div>
    </FormPanel>
  )
}
