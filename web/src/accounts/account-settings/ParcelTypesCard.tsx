import { IconPlus, IconTrash } from '../../kit/icons/icons.ts'
import { accountProblems } from '@waybill/domain/accounts/account-rules'
import type { ListedAccount, ParcelType } from '@waybill/domain/accounts/model'
import { formatSize } from '@waybill/domain/kit/texts/format'
import { Checkbox } from '../../kit/form/choices/Choices.tsx'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { FormPanel } from '../../kit/form/FormPanel.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { NumberField } from '../../kit/form/TypedField.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { useMe } from '../../kit/session/me.ts'
import type { Column } from '../../kit/table/columns/columns.ts'
import { moneyColumn, textColumn } from '../../kit/table/columns/column-kinds.tsx'
import { DataTable } from '../../kit/table/DataTable.tsx'
import { Button, IconButton } from '../../kit/ui/buttons/Button.tsx'
import { formatDecimal } from '../../kit/ui/values/numbers.ts'
import { Tag } from '../../kit/ui/values/Value.tsx'
import { AccountListCard, useListSaving } from './AccountListCard.tsx'
import styles from '../account.module.css'
import { loaded_query, no_rules } from './loaded-query.ts'

const number = (value: number | null): string => (value === null ? '' : formatDecimal(value))

function sizeColumn(key: 'length' | 'width' | 'height' | 'weight', title: string): Column<ParcelType> {
  return textColumn(key, title, 96, (type) => number(type[key]), { align: 'right' })
}

const columns: readonly Column<ParcelType>[] = [
  textColumn('name', 'Parcel type', 240, (type) => type.name, {
    cell: (type) => (
      <>
        {type.name} {type.is_default && <Tag>Usual</Tag>}
      </>
    ),
  }),
  sizeColumn('length', 'Length (cm)'),
  sizeColumn('width', 'Width (cm)'),
  sizeColumn('height', 'Height (cm)'),
  sizeColumn('weight', 'Weight (kg)'),
  moneyColumn('declared_value', 'Declared value', 120, (type) => type.declared_value, {
    text: ({ declared_value }) => (declared_value === null ? '' : String(declared_value / 100)),
  }),
]

/** Card with the predefined parcel types of an account, which are offered first on a booking (SHIP-034, ACC-009). */
export function ParcelTypesCard({ account }: { account: ListedAccount }) {
  const types = account.parcel_types ?? []
  return (
    <AccountListCard
      account={account}
      title="Parcel types"
      note="Offered first when you send a parcel"
      form={(onClose) => <ParcelTypesForm account={account} onClose={onClose} />}
    >
      <DataTable
        name="parcel-types"
        caption="Parcel types"
        inCard
        columns={columns}
        rows={types}
        idOf={(type) => type.name}
        query={loaded_query}
        card={(type) => ({
          title: type.name,
          ...(type.is_default ? { badge: <Tag>Usual</Tag> } : {}),
          lines: [
            type.length && type.width && type.height
              ? formatSize(type.length, type.width, type.height)
              : 'Size is asked each time',
            type.weight === null ? 'Weight is asked each time' : `${number(type.weight)} kg`,
          ],
        })}
        empty={{
          title: 'This account has no parcel types of its own.',
          text: 'The types of the courier company are offered. The account’s own types come first.',
        }}
      />
    </AccountListCard>
  )
}

const nothing: ParcelType = {
  name: '',
  length: null,
  width: null,
  height: null,
  weight: null,
  declared_value: null,
  is_default: false,
}

function ParcelTypesForm({ account, onClose }: { account: ListedAccount; onClose: () => void }) {
  const me = useMe()
  const form = useForm<{ parcel_types: ParcelType[] }>({
    initial: { parcel_types: [...(account.parcel_types ?? [])] },
    check: (values) => accountProblems(me, values, no_rules),
  })
  const save = useListSaving(onClose)
  const types = form.values.parcel_types
  const set = (next: ParcelType[]): void => form.set('parcel_types', next)
  return (
    <FormPanel
      form={form}
      saving={save.isPending || save.isSuccess}
      error={save.error}
      submit="Save changes"
      onCancel={onClose}
      onSubmit={({ parcel_types }) =>
        save.mutate({
          id: account.id,
          version: account.version ?? undefined,
          parcel_types: parcel_types.map(({ declared_value, ...type }) => ({
            ...Object.fromEntries(Object.entries(type).filter(([, value]) => value !== null)),
            name: type.name,
            declared_value: declared_value ?? undefined,
          })),
        })
      }
    >
      <div className={styles.rows}>
        {types.map((type, at) => (
          <div key={at} className={styles.rowLine}>
            <div className={styles.rowName}>
              <TextField
                {...form.field(`parcel_types.${at}.name`)}
                label={`Parcel type ${at + 1}`}
                maxLength={100}
              />
            </div>
            {(['length', 'width', 'height'] as const).map((side) => (
              <NumberField
                key={side}
                {...form.field(`parcel_types.${at}.${side}`)}
                label={`${side_labels[side]} (cm)`}
                width={96}
              />
            ))}
            <NumberField {...form.field(`parcel_types.${at}.weight`)} label="Weight (kg)" width={96} />
            <Checkbox
              {...standaloneField(`parcel_types.${at}.is_default`, type.is_default, (isDefault: boolean) =>
                set(types.map((one, place) => ({ ...one, is_default: place === at && isDefault }))),
              )}
              label="Usual"
            />
            <IconButton
              label={`Remove ${type.name || `parcel type ${at + 1}`}`}
              icon={IconTrash}
              onClick={() => set(types.toSpliced(at, 1))}
            />
          </div>
        ))}
      </div>
      <div>
        <Button icon={IconPlus} onClick={() => set([...types, nothing])}>
          Add parcel type
        </Button>
      </div>
    </FormPanel>
  )
}

const side_labels = { length: 'Length', width: 'Width', height: 'Height' } as const
