import { useQuery } from '@tanstack/react-query'
import { counterApi } from '@waybill/domain/counter/api'
import type { CounterPoint } from '@waybill/domain/counter/model'
import { useState } from 'react'
import { endpointQuery } from '../kit/api/index.ts'
import { useEndpointMutation } from '../kit/api/use-endpoint-mutation.ts'
import { standaloneField } from '../kit/form/FieldFrame.tsx'
import { SelectField } from '../kit/form/choices/SelectField.tsx'
import { Button } from '../kit/ui/buttons/Button.tsx'
import { Card, Facts } from '../kit/ui/page-layout/Card.tsx'
import { Row, Stack } from '../kit/ui/page-layout/Layout.tsx'

/** Limits users to one location each, for those who may. */
export function ClerkLimits({ points }: { points: readonly CounterPoint[] }) {
  const { data } = useQuery(endpointQuery(counterApi.clerks, {}))
  const [username, setUsername] = useState<string | null>(null)
  const [pointId, setPointId] = useState<number | null>(null)
  const limit = useEndpointMutation(counterApi.limitClerk, {
    refresh: [counterApi.clerks],
    done: () => {
      setUsername(null)
      setPointId(null)
    },
  })
  const clerks = data?.clerks ?? []
  const limited = clerks.filter((clerk) => clerk.point_id !== null)
  return (
    <Card title="Users of one location" note="Everyone else may choose any location.">
      <Stack>
        {limited.length > 0 && (
          <Facts
            of={limited.map((clerk) => [
              clerk.name,
              <Row key={clerk.username}>
                {points.find(({ id }) => id === clerk.point_id)?.name ?? 'Closed location'}
                <Button
                  size="xs"
                  aria-label={`End the limit of ${clerk.name}`}
                  onClick={() => limit.mutate({ username: clerk.username, point_id: null })}
                >
                  End limit
                </Button>
              </Row>,
            ])}
          />
        )}
        <SelectField
          {...standaloneField('username', username, setUsername)}
          label="User"
          options={clerks.map((clerk) => ({
            value: clerk.username,
            label: clerk.name,
            hint: clerk.username,
          }))}
        />
        <SelectField
          {...standaloneField('limit', pointId, setPointId)}
          label="Works only at"
          options={points.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <div>
          <Button
            busy={limit.isPending}
            reason={username === null || pointId === null ? 'Choose a user and a location.' : null}
            onClick={() => {
              if (username !== null) limit.mutate({ username, point_id: pointId })
            }}
          >
            Limit user
          </Button>
        </div>
      </Stack>
    </Card>
  )
}
