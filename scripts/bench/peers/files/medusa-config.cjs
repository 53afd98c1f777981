/** Medusa without admin pages and search; caches, events, locks and workflows in memory, as without Redis. */
const { defineConfig, Modules } = require('@medusajs/framework/utils')

const secret = process.env.SECRET

module.exports = defineConfig({
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    http: {
      storeCors: '',
      adminCors: '',
      authCors: '',
      jwtSecret: secret,
      cookieSecret: secret,
    },
  },
  admin: { disable: true },
  modules: { [Modules.SEARCH]: false },
})
