/**
 * Vendure in production mode with its core alone: no admin pages, no search, e-mail or job plug-ins, logging of
 * warnings. `--populate` first makes the tables and a shop with one product in two variants, then ends.
 */
const { bootstrap, DefaultLogger, dummyPaymentHandler, LanguageCode, LogLevel } = require('@vendure/core')
const { populate } = require('@vendure/core/cli')

const isFirst = process.argv.includes('--populate')

const config = {
  apiOptions: { hostname: '127.0.0.1', port: Number(process.env.PORT) },
  authOptions: {
    tokenMethod: 'bearer',
    superadminCredentials: { identifier: 'superadmin', password: process.env.PASSWORD },
    // Sign-in is not measured, and hundreds of customers sign in first.
    passwordHashingStrategy: {
      hash: async (password) => password,
      check: async (password, stored) => password === stored,
    },
  },
  dbConnectionOptions: {
    type: 'postgres',
    host: process.env.DATABASE_HOST,
    port: Number(process.env.DATABASE_PORT),
    username: process.env.DATABASE_USER,
    database: process.env.DATABASE,
    synchronize: isFirst,
    poolSize: 10,
  },
  paymentOptions: { paymentMethodHandlers: [dummyPaymentHandler] },
  logger: new DefaultLogger({ level: LogLevel.Warn }),
}

const shop = {
  defaultLanguage: LanguageCode.en,
  defaultZone: 'Africa',
  countries: [{ name: 'South Africa', code: 'ZA', zone: 'Africa' }],
  taxRates: [{ name: 'VAT', percentage: 15 }],
  shippingMethods: [{ name: 'Courier', price: 9900 }],
  paymentMethods: [
    {
      name: 'Invoice',
      handler: { code: dummyPaymentHandler.code, arguments: [{ name: 'automaticSettle', value: 'true' }] },
    },
  ],
  collections: [],
}

if (isFirst)
  populate(() => bootstrap(config), shop, `${__dirname}/products.csv`).then((app) =>
    app.close().then(() => process.exit(0)),
  )
else bootstrap(config)
