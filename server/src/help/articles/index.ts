import type { StoredArticle } from '@waybill/domain/help/model'
import { connect_articles } from './connect.ts'
import { drive_articles } from './drive.ts'
import { hub_articles } from './hub.ts'
import { money_articles } from './money.ts'
import { people_articles } from './people.ts'
import { send_articles } from './send.ts'
import { track_articles } from './track.ts'
import { work_articles } from './daily-work.ts'

/** The articles that ship with the product, in display order. */
export const starter_articles: readonly StoredArticle[] = [
  ...send_articles,
  ...track_articles,
  ...drive_articles,
  ...hub_articles,
  ...money_articles,
  ...people_articles,
  ...connect_articles,
  ...work_articles,
]
