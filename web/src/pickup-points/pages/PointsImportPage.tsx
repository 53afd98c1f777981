import { pickupPointsApi } from '@waybill/domain/pickup-points/api'
import { needed_point_columns, point_columns } from '@waybill/domain/pickup-points/point-import'
import { FileImport } from '../../kit/import/FileImport.tsx'
import { toast } from '../../kit/layers/toasts.ts'
import { toCsv } from '../../kit/table/export/csv.ts'
import { Facts } from '../../kit/ui/page-layout/Card.tsx'
import { Page } from '../../kit/ui/page-layout/Layout.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { useGo } from '../../kit/url/use-go.ts'
import { useLocationsTitle } from '../use-locations-title.ts'

const sample = { street: ['1 Main Road', 'Sea Point', 'Cape Town', '8005'], pin: ['-33.9106', '18.3901'] }
const template = toCsv([
  [...point_columns],
  ['CT01', 'locker', 'Sea Point locker', 'Beside the pharmacy', ...sample.street, ...sample.pin].concat([
    '24/7',
    'usual',
    '',
    '',
    'small:4;large:2',
  ]),
  ['CT02', 'counter', 'Sea Point counter', '', ...sample.street, ...sample.pin].concat([
    'Mon-Fri 08:00-17:00, Sat 08:00-13:00',
    'closed',
    '021 555 0100',
    '80',
    '',
  ]),
])
const other_columns = point_columns.filter((column) => !needed_point_columns.includes(column))
const countOf = (points: number): string => (points === 1 ? '1 location' : `${points} locations`)

/**
 * Creates the own locations of a CSV file. First checks the file cell by cell, then creates all locations or none
 * (docs/domain/pickup-points.md#own-points).
 */
export default function PointsImportPage() {
  const go = useGo()
  const title = useLocationsTitle()
  return (
    <Page width="detail">
      <PageHeader title="Import locations" back={{ to: '/locations', label: title }} />
      <FileImport
        endpoint={pickupPointsApi.importFile}
        refresh={[pickupPointsApi.managed, pickupPointsApi.list]}
        template={{ name: 'locations-template.csv', text: template }}
        about={
          <>
            <p>A CSV or Excel file with a line for every location, and the column names in the first line.</p>
            <Facts
              of={[
                ['Needed columns', needed_point_columns.join(', ')],
                ['Other columns', other_columns.join(', ')],
              ]}
            />
            <p>
              An address needs a suburb or a city, and is looked up on the map where latitude and longitude
              are empty. Doors of a locker are sizes and numbers, such as{' '}
              <span className="mono">small:4;large:2</span>. An own size also has its length, width and height
              in cm and its weight limit in kg: <span className="mono">crate=60x40x30x20:3</span>.
            </p>
          </>
        }
        columns={[
          ['code', 'Code'],
          ['name', 'Name'],
          ['doors', 'Doors or capacity'],
        ]}
        countOf={countOf}
        submit={(points) => `Add ${countOf(points)}`}
        done={(imported) => {
          toast.success(`${countOf(imported)} added`)
          void go('/locations')
        }}
        cancel="/locations"
      />
    </Page>
  )
}
