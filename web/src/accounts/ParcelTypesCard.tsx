import type { ListedAccount, ParcelType } from '@waybill/domain/accounts/model'
import { formatSize } from '@waybill/domain/kit/format'
import type { Column } from '../kit/table/columns.ts'
import { DataTable } from '../kit/table/DataTable.tsx'
import { Card } from '../kit/ui/Card.tsx'
import { formatDecimal } from '../kit/ui/numbers.ts'
import { Money, Tag } from '../kit/ui/Value.tsx'

const number = (value: number | null): string => (value === null ? '' : formatDecimal(value))

function sizeColumn(key: 'length' | 'width' | 'height' | 'weight', title: string): Column<ParcelType> {
  return {
    key,
    title,
    width: 96,
    align: 'right',
    cell: (type) => number(type[key]),
    text: (type) => number(type[key]),
  }
}

const columns: readonly Column<ParcelType>[] = [
  {
    key: 'name',
    title: 'Parcel type',
    width: 240,
    cell: (type) => (
      <>
        {type.name} {type.is_default && <Tag>Usual</Tag>}
      </>
    ),
    text: (type) => type.name,
  },
  sizeColumn('length', 'Length (cm)'),
  sizeColumn('width', 'Width (cm)'),
  sizeColumn('height', 'Height (cm)'),
  sizeColumn('weight', 'Weight (kg)'),
  {
    key: 'declared_value',
    title: 'Declared value',
    width: 120,
    align: 'right',
    cell: (type) => <Money cents={type.declared_value} />,
    text: (type) => (type.declared_value === null ? '' : String(type.declared_value / 100)),
  },
]

/** The ready-made parcels of an account, offered when a shipment is booked (SHIP-034). */
export function ParcelTypesCard({ account }: { account: ListedAccount }) {
  const types = account.parcel_types ?? []
  return (
    <Card title="Parcel types" note="Offered when you send a parcel" flush>
      <DataTable
        name="parcel-types"
        caption="Parcel types"
        inCard
        columns={columns}
        rows={types}
        idOf={(type) => type.name}
        query={known}
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
          text: 'The parcel types of the courier company are offered instead.',
        }}
      />
    </Card>
  )
}

/** The rows came with the account, so there is nothing to wait for. */
const known = { isFetching: false, error: null, dataUpdatedAt: 0, refetch: () => undefined }
