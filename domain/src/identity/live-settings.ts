import { z } from 'zod'
import { setting } from '../kit/setting.ts'
import { text } from '../kit/wire.ts'

/** Where pages listen for live updates (SET-094). Stands in the page's content policy, so nothing may end it early. */
export const websocket_api_url = setting('websocket_api_url', {
  tab: 'general',
  section: 'general',
  title: 'Live update address',
  description: 'Empty: the address people use, with /api/live.',
  schema: text(255).pipe(
    z.string().regex(/^(wss?:\/\/[^\s;,'"]+)?$/, 'This must begin with wss:// or ws://.'),
  ),
  default: '',
  public: true,
})
