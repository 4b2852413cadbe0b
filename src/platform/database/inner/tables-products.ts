/** Products, their prices, and the invoices that use them. */
export interface ProductTables {
  readonly products: ProductsTable
  readonly product_prices: ProductPricesTable
  readonly product_words: ProductWordsTable
  readonly customer_prices: CustomerPricesTable
  readonly invoice_products: InvoiceProductsTable
}

interface ProductsTable {
  readonly id: string
  readonly version: bigint
  readonly name: string
  readonly description: string | null
  readonly item_number: string | null
  readonly gtin: string | null
  readonly unit: string | null
  readonly kind: string
  /** Key of a preset of the settings, or a category with a rate, or neither. */
  readonly tax_preset: string | null
  readonly tax_category: string | null
  readonly tax_rate_micro: bigint | null
  readonly tax_reason: string | null
  readonly tax_reason_code: string | null
  readonly tax_label: string | null
  readonly second_tax_label: string | null
  readonly second_tax_rate_micro: bigint | null
  readonly accounting_code: string | null
  readonly external_ids: string
  readonly metadata: string
  readonly archived: bigint
  readonly created_at: string
  readonly updated_at: string
}

interface ProductPricesTable {
  readonly product_id: string
  readonly position: bigint
  readonly id: string
  readonly currency: string
  readonly unit_price_micro: bigint
  readonly includes_tax: bigint
  readonly min_quantity_micro: bigint
  readonly valid_from: string | null
}

interface ProductWordsTable {
  readonly product_id: string
  /** In UTF-8. */
  readonly word: Uint8Array
}

/** Either a price in a currency, or a discount on the list price. */
interface CustomerPricesTable {
  readonly id: string
  readonly version: bigint
  readonly customer_id: string
  readonly product_id: string
  readonly currency: string | null
  readonly unit_price_micro: bigint | null
  readonly includes_tax: bigint
  readonly discount_percent_micro: bigint | null
  readonly min_quantity_micro: bigint
  readonly valid_from: string | null
  readonly valid_until: string | null
  readonly created_at: string
  readonly updated_at: string
}

interface InvoiceProductsTable {
  readonly invoice_id: string
  /** Its id. */
  readonly product: string
}
