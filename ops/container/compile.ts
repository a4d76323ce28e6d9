import { runProduct } from '#scripts/run-product.ts'

// Runs the site once, so that the compiled code of its programs is kept in the image: it starts a third faster, and takes
// 80 MB less memory.
const compiled = process.env.NODE_COMPILE_CACHE ?? ''
const settings = { PORT: 3000, PRODUCT_API_PORT: 4000, DATA_DIR: '/tmp/bytewise', NODE_COMPILE_CACHE: compiled }
const product = await runProduct(settings)
for (const page of ['/', '/about-us', '/articles/fiction', '/users/login', '/feed.xml']) {
  const response = await fetch(product.url + page)
  if (!response.ok) throw new Error(`${page} answered ${response.status}`)
  await response.arrayBuffer()
}
await product.stop()
