/** Made from docs/openapi.json by scripts/openapi.ts; not edited by hand. */
export interface paths {
    readonly "/api/v1/auth": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the ways of signing in
         * @description Password and, where one is configured, the OpenID provider with the label of its button.
         */
        readonly get: operations["listSignInWays"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/auth/oidc": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Go to the other provider to sign in
         * @description For browsers: answers with a redirect and a cookie that binds what comes back.
         */
        readonly get: operations["beginOidc"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/auth/oidc/callback": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Come back from the other provider
         * @description Where the provider sends the browser. It goes on to `/`, signed in; to `/#second-factor=…` with a challenge; or to `/#sign-in-error=…` with the reason.
         */
        readonly get: operations["finishOidc"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/session": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read who one is
         * @description The person or the API key that sends the request, with its scopes.
         */
        readonly get: operations["getSession"];
        readonly put?: never;
        /**
         * Sign in with e-mail address and password
         * @description Sets the session cookie: `__Host-sid` behind TLS, `sid` without. It serves 30 minutes after its last use and 12 hours in all. Where a second factor is on, the answer is 202 with a `challenge`, and `POST /session/second-factor` goes on.
         */
        readonly post: operations["signIn"];
        /**
         * Sign out
         * @description Ends the session of this browser and clears its cookie.
         */
        readonly delete: operations["signOut"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/session/second-factor": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Finish signing in with a code
         * @description Takes a code of the authenticator app or a recovery code, and answers with the session.
         */
        readonly post: operations["answerChallenge"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/setup": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Set the service up
         * @description Makes the first owner and signs them in. `token` is the part after `#` of the link that the first start prints.
         */
        readonly post: operations["setUp"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/me/sessions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the browsers one is signed in with
         * @description The newest session first. `current` marks the session that sends the request.
         */
        readonly get: operations["listOwnSessions"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Sign out everywhere else
         * @description Ends every session of this person except the one that sends the request.
         */
        readonly delete: operations["endOtherSessions"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/me/sessions/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Sign out one browser
         * @description The browser that held the session is signed out with its next request.
         */
        readonly delete: operations["endOwnSession"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/me/totp": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read whether a code is asked for at sign-in
         * @description Whether an authenticator app is set up, and how many recovery codes are left.
         */
        readonly get: operations["getOwnSecondFactor"];
        readonly put?: never;
        /**
         * Set up an authenticator app
         * @description Answers a secret for the app. It is asked for once a code has confirmed it. Needs the password of those who have one.
         */
        readonly post: operations["enrolSecondFactor"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/me/totp/confirm": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Turn the second factor on with a first code
         * @description Ends all other sessions and gives this one a new cookie.
         */
        readonly post: operations["confirmSecondFactor"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/me/totp/recovery-codes": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Make new recovery codes
         * @description Those of before stop. Needs the password or a code.
         */
        readonly post: operations["renewRecoveryCodes"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/me/totp/disable": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Turn the second factor off
         * @description Needs the password or a code. Ends all other sessions.
         */
        readonly post: operations["disableSecondFactor"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/api-keys": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List API keys
         * @description Those in force; with `revoked=true` those that were revoked.
         */
        readonly get: operations["listApiKeys"];
        readonly put?: never;
        /**
         * Create an API key
         * @description The answer shows the key once; only its hash is kept. Nobody gives scopes they do not have.
         */
        readonly post: operations["createApiKey"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/api-keys/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read an API key
         * @description The secret is not part of it: it is shown once, when the key is created.
         */
        readonly get: operations["getApiKey"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Revoke an API key
         * @description It stops with the next request. Revoking twice is the same as once.
         */
        readonly delete: operations["revokeApiKey"];
        readonly options?: never;
        readonly head?: never;
        /**
         * Change an API key's name, scopes or end
         * @description The key itself stays. Nobody makes it do, or do for longer, what they may not do themselves. Its last use is no change: `If-Match` does not heed it.
         */
        readonly patch: operations["updateApiKey"];
        readonly trace?: never;
    };
    readonly "/api/v1/users": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List users
         * @description The people who may sign in, with their roles.
         */
        readonly get: operations["listUsers"];
        readonly put?: never;
        /**
         * Create a user
         * @description Only an owner (or the `API_KEY` of the environment) can make owners.
         */
        readonly post: operations["createUser"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/users/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read a user
         * @description One person, with role and second factor.
         */
        readonly get: operations["getUser"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete a user
         * @description Ends their sessions. The last owner cannot be deleted.
         */
        readonly delete: operations["deleteUser"];
        readonly options?: never;
        readonly head?: never;
        /**
         * Change a user's name, role or password
         * @description Everybody may change their own name and, with `current_password`, their own password; the rest needs the scope `admin`, and owners are changed by owners. A new password ends all other sessions, and gives one’s own a new cookie.
         */
        readonly patch: operations["updateUser"];
        readonly trace?: never;
    };
    readonly "/api/v1/users/{id}/totp": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Take the second factor of somebody who lost it
         * @description They sign in with the password alone then, and their sessions end. Owners are helped by owners; for oneself there is `POST /me/totp/disable`.
         */
        readonly delete: operations["resetUserSecondFactor"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/events": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * What happened, in order
         * @description Oldest first unless sorted by `-created_at`. Each event is written in the transaction of what it tells, and none appears behind one that was read: to follow the log, remember the last id and ask for what came `after` it.
         */
        readonly get: operations["listEvents"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/events/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read an event
         * @description One entry of the event log.
         */
        readonly get: operations["getEvent"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/webhooks": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List webhooks
         * @description All endpoints, with their state. Secrets are shown once, when they are created.
         */
        readonly get: operations["listWebhooks"];
        readonly put?: never;
        /**
         * Have events sent to an address
         * @description From now on events are sent by Standard Webhooks 1.0. The answer shows the signing secret once.
         */
        readonly post: operations["createWebhook"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/webhooks/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read a webhook
         * @description One endpoint, with its state and the reason for a pause.
         */
        readonly get: operations["getWebhook"];
        /**
         * Change, pause or resume a webhook
         * @description Sets the fields it names; the others stay. `status: enabled` resumes.
         */
        readonly put: operations["putWebhook"];
        readonly post?: never;
        /**
         * Delete a webhook
         * @description With it go its deliveries; what is just being sent may still arrive.
         */
        readonly delete: operations["deleteWebhook"];
        readonly options?: never;
        readonly head?: never;
        /**
         * Change parts of a webhook
         * @description The same as PUT: fields that are not named stay, and `null` clears a description.
         */
        readonly patch: operations["patchWebhook"];
        readonly trace?: never;
    };
    readonly "/api/v1/webhooks/{id}/secret": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Replace the signing secret
         * @description The answer shows the new secret once. For 24 hours deliveries carry the signatures of both. While four former secrets sign there is no further one (409).
         */
        readonly post: operations["rotateWebhookSecret"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/webhooks/{id}/test": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Send a test and say how it went
         * @description One attempt of type `webhook.test`, also while the webhook is paused or disabled. It is kept among the deliveries.
         */
        readonly post: operations["testWebhook"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/webhooks/{id}/deliveries": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List what was sent to a webhook
         * @description Newest first. Kept for 30 days.
         */
        readonly get: operations["listWebhookDeliveries"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/webhooks/{id}/deliveries/{delivery_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read a delivery and its attempts
         * @description One delivery with its body and every attempt: status, duration, answer.
         */
        readonly get: operations["getWebhookDelivery"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/webhooks/{id}/deliveries/{delivery_id}/redeliver": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Send a delivery again
         * @description Now, with the same `webhook-id` and body, and with all attempts before it; outside the order of its resource. While the webhook is paused it waits.
         */
        readonly post: operations["redeliverWebhookDelivery"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/settings": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the settings
         * @description Every key, those never set with their default. The answer can be sent back with PUT.
         */
        readonly get: operations["getSettings"];
        /**
         * Set settings
         * @description Sets the keys it names, each as a whole; the others stay. `null` brings a key back to its default.
         */
        readonly put: operations["putSettings"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        /**
         * Change parts of the settings
         * @description JSON Merge Patch (RFC 7396): parts that are not named stay, `null` brings back the default.
         */
        readonly patch: operations["patchSettings"];
        readonly trace?: never;
    };
    readonly "/api/v1/admin/settings": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the settings
         * @description Every key, those never set with their default. The answer can be sent back with PUT.
         */
        readonly get: operations["getAdminSettings"];
        /**
         * Set settings
         * @description Sets the keys it names, each as a whole; the others stay. `null` brings a key back to its default.
         */
        readonly put: operations["putAdminSettings"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        /**
         * Change parts of the settings
         * @description JSON Merge Patch (RFC 7396): parts that are not named stay, `null` brings back the default.
         */
        readonly patch: operations["patchAdminSettings"];
        readonly trace?: never;
    };
    readonly "/api/v1/customers": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List customers
         * @description Archived customers too, unless `archived` says otherwise.
         */
        readonly get: operations["listCustomers"];
        readonly put?: never;
        /**
         * Create a customer
         * @description Only `name` is required.
         */
        readonly post: operations["createCustomer"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/customers/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read a customer
         * @description One customer. Issued invoices keep the copy they were issued with.
         */
        readonly get: operations["getCustomer"];
        /**
         * Update a customer
         * @description Sets the fields it names, each as a whole; the others stay.
         */
        readonly put: operations["putCustomer"];
        readonly post?: never;
        /**
         * Delete a customer
         * @description Refused while any invoice names it; archive it instead.
         */
        readonly delete: operations["deleteCustomer"];
        readonly options?: never;
        readonly head?: never;
        /**
         * Change parts of a customer
         * @description JSON Merge Patch (RFC 7396): parts that are not named stay, `null` clears.
         */
        readonly patch: operations["patchCustomer"];
        readonly trace?: never;
    };
    readonly "/api/v1/templates": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List templates
         * @description `isDefault` follows the setting `templateId`. The HTML is left out.
         */
        readonly get: operations["listTemplates"];
        readonly put?: never;
        /**
         * Install a template from raw HTML
         * @description The HTML is sanitized before it is stored; `removed` lists what was removed.
         */
        readonly post: operations["createTemplate"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/templates/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read a template with its HTML
         * @description The newest version, with its sanitized HTML.
         */
        readonly get: operations["getTemplate"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete a template
         * @description Deleting the active one makes minimalist-clean active. Built-in ones are refused.
         */
        readonly delete: operations["deleteTemplate"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/templates/install-from-manifest": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Install a template from a remote manifest (YAML or JSON)
         * @description The same version with the same content again changes nothing (200); a new version is added and becomes the one to render with, but never the active template by itself.
         */
        readonly post: operations["installTemplateFromManifest"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/templates/load-from-file": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Install a template from a file below the templates directory
         * @description The path is relative to the templates directory of the service. The HTML is sanitized as in every other installation.
         */
        readonly post: operations["loadTemplateFromFile"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/_template-assets/{id}/{version}/{path}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * A stored asset of a template version
         * @description A font or picture, or the HTML of the template as text.
         */
        readonly get: operations["getTemplateAsset"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/invoices": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List invoices
         * @description Newest issue date first unless `sort` says otherwise.
         */
        readonly get: operations["listInvoices"];
        readonly put?: never;
        /**
         * Create an invoice
         * @description Makes a draft; with `status: sent` it is issued at once, which needs the scope `issue` and a `companyName` in the settings (422 `seller_incomplete`).
         */
        readonly post: operations["createInvoice"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/invoices/calculate": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Calculate an invoice without storing it
         * @description Takes the body of `POST /invoices`, where the customer may be left out, and answers its figures. Nothing is stored and no number is used. `?explain=true` adds every step, with the rule of EN 16931 that it follows.
         */
        readonly post: operations["calculateInvoice"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/invoices/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read an invoice
         * @description A draft shows the customer and the company as they are now; an issued invoice keeps its copies.
         */
        readonly get: operations["getInvoice"];
        /**
         * Update an invoice
         * @description Changes the fields it names; the others stay. `status` is a requested transition, made after the edits.
         */
        readonly put: operations["updateInvoice"];
        readonly post?: never;
        /**
         * Delete a draft
         * @description Issued invoices are voided or corrected by a credit note, not deleted.
         */
        readonly delete: operations["deleteInvoice"];
        readonly options?: never;
        readonly head?: never;
        /**
         * Update an invoice by JSON Merge Patch
         * @description Changes the fields it names; the others stay. `status` is a requested transition, made after the edits.
         */
        readonly patch: operations["patchInvoice"];
        readonly trace?: never;
    };
    readonly "/api/v1/invoices/{id}/publish": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Publish an invoice under a share token
         * @description Publishing again returns the same token. The status does not change.
         */
        readonly post: operations["publishInvoice"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/invoices/{id}/unpublish": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Revoke the share token of an invoice
         * @description The link stops working at once and for good. Publishing again creates another link.
         */
        readonly post: operations["unpublishInvoice"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/invoices/{id}/credit-note": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Credit an invoice in full or in part
         * @description Makes the draft of a credit note: of everything not credited yet, or of the items named. Its amounts are positive, as on the invoice, and together all credit notes never exceed it (422 `overcredit` with what is `left`). Once issued, with a number of its own series, it lowers what is due on the invoice; voiding it gives that back.
         */
        readonly post: operations["createCreditNote"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/invoices/{id}/duplicate": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Duplicate an invoice as a new draft
         * @description Copies customer, items, prices, taxes, discounts and texts. Number, link and payments are not copied; the issue date is today.
         */
        readonly post: operations["duplicateInvoice"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/invoices/{id}/revisions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Who changed an invoice, what and when
         * @description Oldest first. Append-only and hash-chained over all invoices; `billwright verify` checks it.
         */
        readonly get: operations["listInvoiceRevisions"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/invoices/{id}/payments": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the payments of an invoice
         * @description By day unless `sort` says otherwise; those made by the status `paid` among them.
         */
        readonly get: operations["listPayments"];
        readonly put?: never;
        /**
         * Record a payment
         * @description In part or in full; with nothing left to pay the invoice becomes `paid`. More than is due is refused (422 `overpayment`, with what is `due`). So is a second payment of the invoice with the same `reference`, amount and day (409 `payment_exists`, with its `payment_id`); without `paid_at`, on any day. `If-Match` and `ETag` are those of the invoice.
         */
        readonly post: operations["recordPayment"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/invoices/{id}/payments/{payment_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read a payment
         * @description One payment of the invoice. A negative amount is money that was paid back.
         */
        readonly get: operations["getPayment"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Remove a payment
         * @description The amount is due again, and a paid invoice becomes `sent`.
         */
        readonly delete: operations["deletePayment"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/reports/summary": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * What is owed and what was paid
         * @description Of issued invoices: what is outstanding, what of it is overdue and for how long, what is to be paid back; and what was paid per month, less refunds. Written-off and void invoices do not count.
         */
        readonly get: operations["getSummary"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/invoices/{id}/html": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * An invoice as HTML
         * @description Rendered with the template pinned at issue, else with the active one.
         */
        readonly get: operations["getInvoiceHtml"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/invoices/{id}/pdf": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * An invoice as PDF
         * @description The same version of the invoice gives the same bytes. `format=factur-x` (ZUGFeRD): PDF/A-3 with the e-invoice attached, `factur-x-basic` with its shorter form, `zugferd-xrechnung` with XRechnung; an invoice that cannot be one is refused with what to mend.
         */
        readonly get: operations["getInvoicePdf"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/templates/{id}/preview": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Preview a template
         * @description With sample data, or with a real invoice when `invoice_id` names one. With `settings` the sample is one of your company, and shows what those changes would do; nothing is stored.
         */
        readonly post: operations["previewTemplate"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/invoices/import": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Make a draft of an e-invoice
         * @description Takes UBL 2.1 or CII as XML, or a Factur-X or ZUGFeRD PDF, and answers the draft with whatever it does not say. Without `customer_id` the buyer becomes a new customer.
         */
        readonly post: operations["importInvoice"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/invoices/{id}/validation": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Check an invoice against an e-invoice profile
         * @description Says which rules a draft or issued invoice breaks, and what to enter where, in the language of `Accept-Language` (en, de, fr) or of the settings. Without `profile`: the one required of it.
         */
        readonly get: operations["validateInvoice"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/invoices/{id}/xml": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * An invoice as an e-invoice in XML
         * @description Never half-valid: an invoice that breaks a rule of the profile is refused with what to mend.
         */
        readonly get: operations["getInvoiceXml"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/audit/export": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Export everything that auditors check
         * @description A zip of all revisions in their order, all invoices as they are stored, payments, numbers and gaps, as of one moment. `billwright verify FILE` checks it without the service; its files are described in docs/audit.md.
         */
        readonly get: operations["exportAudit"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/customers/{id}/statement": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Statement of account of a customer
         * @description What was owed at the start, the invoices, credit notes and payments of the period with the balance after each, and what is owed at its end. Drafts and void documents do not count.
         */
        readonly get: operations["getStatement"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/customers/{id}/statement/html": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Statement of account as HTML
         * @description In the customer's language.
         */
        readonly get: operations["getStatementHtml"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/customers/{id}/statement/pdf": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Statement of account as PDF
         * @description In the customer's language.
         */
        readonly get: operations["getStatementPdf"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/public/invoices/{share_token}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * A published invoice as JSON
         * @description Needs no credential: the token is the permission. Unknown and revoked ones are 404.
         */
        readonly get: operations["getPublicInvoice"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/public/invoices/{share_token}/html": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * A published invoice as HTML
         * @description The document as the customer sees it, without scripts.
         */
        readonly get: operations["getPublicInvoiceHtml"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/public/invoices/{share_token}/pdf": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * A published invoice as PDF
         * @description `format=factur-x`: PDF/A-3 with the e-invoice attached, where there is one.
         */
        readonly get: operations["getPublicInvoicePdf"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/public/invoices/{share_token}/xml": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * A published invoice as an e-invoice in XML
         * @description For anyone who has the link; the same document as for its sender.
         */
        readonly get: operations["getPublicInvoiceXml"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/customers/export": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Export customers as CSV or JSON lines
         * @description Everything that matches the filters of the list, as it is read: an export that breaks off ends the connection early.
         */
        readonly get: operations["exportCustomers"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/invoices/export": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Export invoices as CSV or JSON lines
         * @description Everything that matches the filters of the list, as it is read: an export that breaks off ends the connection early.
         */
        readonly get: operations["exportInvoices"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** Address */
        readonly Address: {
            readonly line1: string | null;
            readonly line2: string | null;
            readonly city: string | null;
            readonly postal_code: string | null;
            readonly region: string | null;
            readonly country_code: string | null;
        };
        /** AddressInput */
        readonly AddressInput: {
            readonly line1?: string | null;
            readonly line2?: string | null;
            readonly city?: string | null;
            readonly postal_code?: string | null;
            readonly region?: string | null;
            readonly country_code?: string | null;
        };
        /** Adjustment */
        readonly Adjustment: {
            readonly percent?: string;
            readonly amount?: string;
        };
        /** AdjustmentInput */
        readonly AdjustmentInput: {
            /** @description Percent of what it applies to; or give `amount`. */
            readonly percent?: string | number;
            /** @description In the currency of the invoice; or give `percent`. */
            readonly amount?: string | number;
        };
        /**
         * ApiKey
         * @example {
         *       "id": "key_019aa5d2-7c00-7000-8000-0123456789ab",
         *       "name": "Nightly export",
         *       "hint": "bw_live_03Dv8Zr2kq7yT1pXcM4nWb",
         *       "scopes": [
         *         "read",
         *         "write"
         *       ],
         *       "created_at": "2026-11-21T09:30:00.000Z",
         *       "expires_at": null,
         *       "last_used_at": null,
         *       "revoked_at": null
         *     }
         */
        readonly ApiKey: {
            readonly id: string;
            readonly name: string;
            /** @description How the key begins. No secret. */
            readonly hint: string;
            readonly scopes: readonly string[];
            readonly created_at: string;
            readonly expires_at: string | null;
            /** @description To the minute. */
            readonly last_used_at: string | null;
            readonly revoked_at: string | null;
        };
        /** ApiKeyWithSecret */
        readonly ApiKeyWithSecret: {
            readonly id: string;
            readonly name: string;
            /** @description How the key begins. No secret. */
            readonly hint: string;
            readonly scopes: readonly string[];
            readonly created_at: string;
            readonly expires_at: string | null;
            /** @description To the minute. */
            readonly last_used_at: string | null;
            readonly revoked_at: string | null;
            /** @description The key. Shown this once, stored nowhere. */
            readonly key: string;
        };
        /** AttachmentInput */
        readonly AttachmentInput: {
            readonly reference: string;
            readonly description?: string | null;
            readonly url?: string | null;
        };
        /** Buyer */
        readonly Buyer: {
            readonly name: string;
            readonly contact_name: string | null;
            readonly email: string | null;
            readonly phone: string | null;
            readonly address: components["schemas"]["Address"];
            readonly tax_id: string | null;
            readonly registration_id: string | null;
            readonly endpoint: {
                readonly scheme: string;
                readonly id: string;
            } | null;
            readonly trading_name: string | null;
            readonly registration_scheme: string | null;
            readonly identifier: {
                readonly scheme: string;
                readonly id: string;
            } | null;
        };
        /** Calculation */
        readonly Calculation: {
            readonly currency: string;
            readonly prices_include_tax: boolean;
            readonly rounding: string;
            readonly items: readonly {
                readonly description: string;
                readonly details: string | null;
                readonly quantity: string;
                readonly unit: string | null;
                readonly unit_price: string;
                readonly discount: components["schemas"]["Adjustment"] | null;
                readonly charge: {
                    readonly percent?: string;
                    readonly amount?: string;
                    readonly reason: string | null;
                } | null;
                readonly tax: components["schemas"]["Tax"];
                readonly total: string;
                readonly item_number: string | null;
                readonly buyer_item_number: string | null;
                readonly gtin: string | null;
                readonly period_start: string | null;
                readonly period_end: string | null;
                readonly note: string | null;
                readonly order_line: string | null;
                readonly accounting_code: string | null;
                readonly origin_country: string | null;
                readonly classification: {
                    readonly scheme: string;
                    readonly code: string;
                } | null;
                readonly attributes: readonly {
                    readonly name: string;
                    readonly value: string;
                }[];
            }[];
            readonly discounts: readonly components["schemas"]["DocumentAdjustment"][];
            readonly charges: readonly components["schemas"]["DocumentAdjustment"][];
            readonly totals: {
                readonly subtotal: string;
                readonly discount: string;
                readonly charge: string;
                /** @description Without tax. */
                readonly net: string;
                readonly tax: string;
                /** @description The cent that tax-inclusive prices cannot split (BT-114). */
                readonly rounding: string;
                readonly total: string;
            };
            readonly taxes: readonly components["schemas"]["TaxGroup"][];
            readonly steps?: readonly components["schemas"]["CalculationStep"][];
        };
        /** CalculationStep */
        readonly CalculationStep: {
            /** @description Term or rule of EN 16931, e.g. BR-CO-17. */
            readonly rule: string;
            readonly label: string;
            /** @description What is computed, before rounding. */
            readonly expression: string;
            readonly result: string;
        };
        /** Claims */
        readonly Claims: {
            /** @description How many invoices. */
            readonly count: number;
            /** @description What is still due on them. */
            readonly amount: string;
        };
        /**
         * CreditNoteCreate
         * @example {
         *       "items": [
         *         {
         *           "id": "itm_019aa3c1-4a7e-7cc0-8000-1a2b3c4d5e6f",
         *           "quantity": "0.5"
         *         }
         *       ],
         *       "reason": "Returned undamaged."
         *     }
         */
        readonly CreditNoteCreate: {
            /** @description Everything that is left unless given. */
            readonly items?: readonly components["schemas"]["CreditNoteItemInput"][];
            /**
             * @description `sent` issues at once.
             * @enum {string}
             */
            readonly status?: "draft" | "sent";
            /** @description Printed above the notes. */
            readonly reason?: string | null;
            readonly notes?: string | null;
            readonly terms?: string | null;
            /** @description Never printed and never public. */
            readonly internal_notes?: string | null;
            /**
             * Format: date
             * @description Today unless given; not before the invoice.
             */
            readonly issue_date?: string;
        };
        /** CreditNoteItemInput */
        readonly CreditNoteItemInput: {
            /** @description Of an item of the invoice. */
            readonly id: string;
            /** @description How much of its quantity; all that is left unless `quantity` or `amount` is given. */
            readonly quantity?: string | number;
            /** @description Or how much of its `total`, for a price reduction: net, or with tax as it is. */
            readonly amount?: string | number;
        };
        /**
         * Customer
         * @example {
         *       "id": "cus_019aa3f0-6c1e-7b52-9d35-3f1b6a0c8e47",
         *       "name": "Northwind Robotics GmbH",
         *       "contact_name": "Ida Brandt",
         *       "email": "accounts@northwind.example",
         *       "phone": "+49 40 5550123",
         *       "address": {
         *         "line1": "Hafenstraße 12",
         *         "line2": null,
         *         "city": "Hamburg",
         *         "postal_code": "20457",
         *         "region": null,
         *         "country_code": "DE"
         *       },
         *       "tax_id": "DE987654321",
         *       "registration_id": null,
         *       "endpoint": {
         *         "scheme": "EM",
         *         "id": "accounts@northwind.example"
         *       },
         *       "trading_name": null,
         *       "registration_scheme": null,
         *       "identifier": null,
         *       "e_invoice_profile": "xrechnung",
         *       "reference": null,
         *       "language": "de",
         *       "currency": "EUR",
         *       "payment_terms_days": 14,
         *       "notes": null,
         *       "metadata": {
         *         "crm": "4711"
         *       },
         *       "archived": false,
         *       "version": 1,
         *       "created_at": "2026-11-21T09:00:00.000Z",
         *       "updated_at": "2026-11-21T09:00:00.000Z"
         *     }
         */
        readonly Customer: {
            readonly id: string;
            readonly name: string;
            readonly contact_name: string | null;
            readonly email: string | null;
            readonly phone: string | null;
            readonly address: {
                readonly line1: string | null;
                readonly line2: string | null;
                readonly city: string | null;
                readonly postal_code: string | null;
                readonly region: string | null;
                readonly country_code: string | null;
            };
            readonly tax_id: string | null;
            readonly registration_id: string | null;
            readonly endpoint: {
                readonly scheme: string;
                readonly id: string;
            } | null;
            readonly trading_name: string | null;
            readonly registration_scheme: string | null;
            readonly identifier: {
                readonly scheme: string;
                readonly id: string;
            } | null;
            readonly e_invoice_profile: string | null;
            readonly reference: string | null;
            readonly language: string | null;
            readonly currency: string | null;
            readonly payment_terms_days: number | null;
            readonly notes: string | null;
            readonly metadata: {
                readonly [key: string]: string;
            };
            readonly archived: boolean;
            readonly version: number;
            readonly created_at: string;
            readonly updated_at: string;
        };
        /**
         * CustomerCreate
         * @example {
         *       "name": "Northwind Robotics GmbH",
         *       "email": "accounts@northwind.example",
         *       "address": {
         *         "line1": "Hafenstraße 12",
         *         "city": "Hamburg",
         *         "postal_code": "20457",
         *         "country_code": "DE"
         *       },
         *       "tax_id": "DE987654321"
         *     }
         */
        readonly CustomerCreate: {
            readonly name: string;
            readonly address?: components["schemas"]["AddressInput"] | null;
            readonly contact_name?: string | null;
            readonly email?: string | null;
            readonly phone?: string | null;
            readonly tax_id?: string | null;
            readonly registration_id?: string | null;
            readonly endpoint?: components["schemas"]["EndpointInput"] | null;
            readonly trading_name?: string | null;
            readonly registration_scheme?: string | null;
            readonly identifier?: components["schemas"]["IdentifierInput"] | null;
            readonly e_invoice_profile?: ("en16931" | "peppol" | "xrechnung" | "factur-x") | null;
            readonly reference?: string | null;
            readonly language?: string | null;
            readonly currency?: string | null;
            readonly payment_terms_days?: number | null;
            readonly notes?: string | null;
            readonly archived?: boolean;
            /** @description Your own names and values, at most 50. */
            readonly metadata?: {
                readonly [key: string]: string;
            };
        };
        /** CustomerPatch */
        readonly CustomerPatch: {
            readonly name?: string;
            readonly address?: components["schemas"]["AddressInput"] | null;
            readonly contact_name?: string | null;
            readonly email?: string | null;
            readonly phone?: string | null;
            readonly tax_id?: string | null;
            readonly registration_id?: string | null;
            readonly endpoint?: {
                /** @description EAS code, e.g. 0088 or EM. */
                readonly scheme?: string;
                readonly id?: string;
            } | null;
            readonly trading_name?: string | null;
            readonly registration_scheme?: string | null;
            readonly identifier?: {
                /** @description ISO 6523, e.g. 0088 for a GLN. */
                readonly scheme?: string;
                readonly id?: string;
            } | null;
            readonly e_invoice_profile?: ("en16931" | "peppol" | "xrechnung" | "factur-x") | null;
            readonly reference?: string | null;
            readonly language?: string | null;
            readonly currency?: string | null;
            readonly payment_terms_days?: number | null;
            readonly notes?: string | null;
            readonly archived?: boolean;
            readonly metadata?: {
                readonly [key: string]: string | null;
            } | null;
        };
        /** CustomerPut */
        readonly CustomerPut: {
            readonly name?: string;
            readonly address?: components["schemas"]["AddressInput"] | null;
            readonly contact_name?: string | null;
            readonly email?: string | null;
            readonly phone?: string | null;
            readonly tax_id?: string | null;
            readonly registration_id?: string | null;
            readonly endpoint?: components["schemas"]["EndpointInput"] | null;
            readonly trading_name?: string | null;
            readonly registration_scheme?: string | null;
            readonly identifier?: components["schemas"]["IdentifierInput"] | null;
            readonly e_invoice_profile?: ("en16931" | "peppol" | "xrechnung" | "factur-x") | null;
            readonly reference?: string | null;
            readonly language?: string | null;
            readonly currency?: string | null;
            readonly payment_terms_days?: number | null;
            readonly notes?: string | null;
            readonly archived?: boolean;
            /** @description Your own names and values, at most 50. */
            readonly metadata?: {
                readonly [key: string]: string;
            };
        };
        /** DeliveryInput */
        readonly DeliveryInput: {
            readonly name?: string | null;
            readonly identifier?: {
                readonly scheme: string;
                readonly id: string;
            } | null;
            readonly address?: {
                readonly line1?: string | null;
                readonly line2?: string | null;
                readonly city?: string | null;
                readonly postal_code?: string | null;
                readonly region?: string | null;
                readonly country_code?: string | null;
            } | null;
        };
        /** DocumentAdjustment */
        readonly DocumentAdjustment: {
            readonly reason: string | null;
            readonly reason_code: string | null;
            readonly percent?: string;
            readonly amount: string;
            readonly tax: components["schemas"]["Tax"];
        };
        /** DocumentAdjustmentInput */
        readonly DocumentAdjustmentInput: {
            readonly reason?: string | null;
            readonly reason_code?: string | null;
            /** @description Percent of the subtotal; or give `amount`. */
            readonly percent?: string | number;
            /** @description In the currency of the invoice; or give `percent`. */
            readonly amount?: string | number;
            readonly tax?: components["schemas"]["TaxInput"];
        };
        /** EInvoiceImport */
        readonly EInvoiceImport: {
            readonly invoice: components["schemas"]["Invoice"];
            /** @description Totals that the file gives otherwise than they come out here. */
            readonly differences: readonly {
                readonly field: string;
                readonly file: string;
                readonly draft: string;
            }[];
            /** @description What was understood and a draft has no place for. */
            readonly not_taken: readonly {
                readonly path: string;
                readonly reason: string;
            }[];
            /** @description What the file says beyond EN 16931. */
            readonly unread: readonly {
                readonly path: string;
                readonly value: string;
            }[];
        };
        /** EInvoiceValidation */
        readonly EInvoiceValidation: {
            /** @enum {string} */
            readonly profile: "en16931" | "peppol" | "xrechnung" | "factur-x";
            /** @description Whether no rule of level `error` is broken. */
            readonly valid: boolean;
            readonly errors: readonly {
                /** @description The standard's own id, e.g. BR-CO-26. */
                readonly rule: string;
                /** @enum {string} */
                readonly level: "error" | "warning";
                /** @enum {string} */
                readonly resource: "invoice" | "customer" | "settings";
                /** @description JSON pointer into that resource. */
                readonly pointer: string;
                /** @description What to enter where. */
                readonly message: string;
            }[];
        };
        /** EndpointInput */
        readonly EndpointInput: {
            /** @description EAS code, e.g. 0088 or EM. */
            readonly scheme: string;
            readonly id: string;
        };
        /**
         * Event
         * @example {
         *       "id": "evt_019a9e2c-7f04-7c3b-9d52-6f5d5b7f2a10",
         *       "type": "invoice.issued",
         *       "sequence": 42,
         *       "resource": {
         *         "type": "invoice",
         *         "id": "inv_019a9e2c-6f04-7c3b-9d52-6f5d5b7f2a10"
         *       },
         *       "actor": {
         *         "kind": "key",
         *         "id": "key_019a9e2c-5f04-7c3b-9d52-6f5d5b7f2a10",
         *         "name": "Shop"
         *       },
         *       "created_at": "2026-11-21T09:05:00.000Z",
         *       "data": {
         *         "id": "inv_019a9e2c-6f04-7c3b-9d52-6f5d5b7f2a10",
         *         "type": "invoice",
         *         "number": "INV-2026-0042",
         *         "status": "sent",
         *         "customer_id": "cus_019a9e2c-4f04-7c3b-9d52-6f5d5b7f2a10",
         *         "customer_name": "Fernweh Books",
         *         "issue_date": "2026-11-21",
         *         "due_date": "2026-12-21",
         *         "currency": "EUR",
         *         "total": "142.80",
         *         "paid": "0.00",
         *         "due": "142.80",
         *         "published": false,
         *         "version": 2
         *       }
         *     }
         */
        readonly Event: {
            readonly id: string;
            /**
             * @description More types may be added.
             * @enum {string}
             */
            readonly type: "invoice.created" | "invoice.updated" | "invoice.issued" | "invoice.published" | "invoice.unpublished" | "invoice.viewed" | "invoice.payment_recorded" | "invoice.paid" | "invoice.overdue" | "invoice.voided" | "invoice.deleted" | "customer.created" | "customer.updated" | "customer.deleted" | "template.installed" | "template.deleted" | "settings.updated" | "webhook.paused";
            /** @description Place in the log, in the order of the commits. */
            readonly sequence: number;
            readonly resource: {
                /** @description invoice, customer, template, settings or webhook. */
                readonly type: string;
                readonly id: string;
            };
            readonly actor: {
                /** @description key, user or system. */
                readonly kind: string;
                readonly id: string;
                readonly name: string;
            };
            readonly created_at: string;
            /** @description A short copy of the resource after the change. */
            readonly data: {
                readonly [key: string]: unknown;
            };
        };
        /** IdentifierInput */
        readonly IdentifierInput: {
            /** @description ISO 6523, e.g. 0088 for a GLN. */
            readonly scheme: string;
            readonly id: string;
        };
        /**
         * Invoice
         * @example {
         *       "id": "inv_019aa3c1-4a7e-7cc0-8000-5b1f3c2d1e0f",
         *       "type": "invoice",
         *       "number": "INV-2026-0001",
         *       "status": "sent",
         *       "display_status": "open",
         *       "overdue": false,
         *       "partially_paid": false,
         *       "customer_id": "cus_019aa3c1-4a7e-7cc0-8000-0d9c8b7a6f5e",
         *       "customer_name": "Fernweh Books",
         *       "customer": {
         *         "name": "Fernweh Books",
         *         "contact_name": null,
         *         "email": "desk@fernweh.example",
         *         "phone": null,
         *         "address": {
         *           "line1": null,
         *           "line2": null,
         *           "city": null,
         *           "postal_code": null,
         *           "region": null,
         *           "country_code": null
         *         },
         *         "tax_id": null,
         *         "registration_id": null,
         *         "endpoint": null,
         *         "trading_name": null,
         *         "registration_scheme": null,
         *         "identifier": null
         *       },
         *       "seller": {
         *         "name": "Atelier Nord",
         *         "contact_name": null,
         *         "email": null,
         *         "phone": null,
         *         "website": null,
         *         "address": {
         *           "line1": null,
         *           "line2": null,
         *           "city": null,
         *           "postal_code": null,
         *           "region": null,
         *           "country_code": null
         *         },
         *         "tax_id": null,
         *         "registration_id": null,
         *         "endpoint": null,
         *         "trading_name": null,
         *         "registration_scheme": null,
         *         "bank_account": {
         *           "holder": null,
         *           "iban": null,
         *           "bic": null,
         *           "bank_name": null,
         *           "creditor_id": null,
         *           "qr_iban": null
         *         },
         *         "payment_instructions": null,
         *         "tax_number": null,
         *         "legal_form": null,
         *         "tax_representative": null
         *       },
         *       "issue_date": "2026-11-21",
         *       "due_date": "2026-12-21",
         *       "delivery_date": null,
         *       "period_start": null,
         *       "period_end": null,
         *       "currency": "EUR",
         *       "language": "en",
         *       "reference": null,
         *       "order_reference": null,
         *       "corrects": null,
         *       "credit_notes": [],
         *       "prices_include_tax": false,
         *       "rounding": "document",
         *       "kind": "standard",
         *       "preceding": [],
         *       "tax_point_date": null,
         *       "tax_in_currency": null,
         *       "references": {
         *         "project": null,
         *         "contract": null,
         *         "sales_order": null,
         *         "despatch": null,
         *         "receipt": null,
         *         "tender": null,
         *         "object": null,
         *         "accounting_code": null
         *       },
         *       "delivery": {
         *         "name": null,
         *         "identifier": null,
         *         "address": {
         *           "line1": null,
         *           "line2": null,
         *           "city": null,
         *           "postal_code": null,
         *           "region": null,
         *           "country_code": null
         *         }
         *       },
         *       "payment": {
         *         "means": null,
         *         "reference": null,
         *         "mandate": null,
         *         "payer_iban": null,
         *         "card_last4": null,
         *         "card_holder": null
         *       },
         *       "attachments": [],
         *       "e_invoice_profile": null,
         *       "items": [
         *         {
         *           "id": "itm_019aa3c1-4a7e-7cc0-8000-1a2b3c4d5e6f",
         *           "description": "Cover design",
         *           "details": null,
         *           "quantity": "1.5",
         *           "unit": "HUR",
         *           "unit_price": "80.00",
         *           "discount": {
         *             "percent": "10"
         *           },
         *           "charge": null,
         *           "tax": {
         *             "category": "S",
         *             "rate": "19",
         *             "reason": null,
         *             "reason_code": null
         *           },
         *           "total": "108.00",
         *           "item_number": null,
         *           "buyer_item_number": null,
         *           "gtin": null,
         *           "period_start": null,
         *           "period_end": null,
         *           "note": null,
         *           "order_line": null,
         *           "accounting_code": null,
         *           "origin_country": null,
         *           "classification": null,
         *           "attributes": []
         *         }
         *       ],
         *       "discounts": [],
         *       "charges": [],
         *       "totals": {
         *         "subtotal": "108.00",
         *         "discount": "0.00",
         *         "charge": "0.00",
         *         "net": "108.00",
         *         "tax": "20.52",
         *         "rounding": "0.00",
         *         "total": "128.52",
         *         "paid": "0.00",
         *         "credited": "0.00",
         *         "due": "128.52"
         *       },
         *       "taxes": [
         *         {
         *           "category": "S",
         *           "rate": "19",
         *           "reason": null,
         *           "reason_code": null,
         *           "taxable": "108.00",
         *           "amount": "20.52"
         *         }
         *       ],
         *       "terms": null,
         *       "notes": null,
         *       "internal_notes": null,
         *       "metadata": {},
         *       "template": {
         *         "id": "minimalist-clean",
         *         "version": "1.0.0"
         *       },
         *       "share_token": null,
         *       "share_url": null,
         *       "published_at": null,
         *       "version": 1,
         *       "created_at": "2026-11-21T09:00:00.000Z",
         *       "updated_at": "2026-11-21T09:00:00.000Z",
         *       "issued_at": "2026-11-21T09:00:00.000Z"
         *     }
         */
        readonly Invoice: {
            readonly id: string;
            /** @enum {string} */
            readonly type: "invoice" | "credit_note";
            readonly number: string | null;
            /** @enum {string} */
            readonly status: "draft" | "sent" | "paid" | "void" | "uncollectible";
            /**
             * @description The status to show to people. `status` says what was done to the document; this one also follows its balance and the due date: `open`, `partially_paid` or `overdue` while something is due, `refund_due` where `due` is negative, `credited` where credit notes left nothing to pay, `issued` for a credit note and an invoice over 0.00.
             * @enum {string}
             */
            readonly display_status: "draft" | "open" | "partially_paid" | "overdue" | "paid" | "refund_due" | "credited" | "issued" | "uncollectible" | "void";
            readonly overdue: boolean;
            readonly partially_paid: boolean;
            readonly customer_id: string;
            readonly customer_name: string;
            readonly customer: components["schemas"]["Buyer"];
            readonly seller: components["schemas"]["Seller"];
            readonly issue_date: string;
            readonly due_date: string | null;
            readonly delivery_date: string | null;
            readonly period_start: string | null;
            readonly period_end: string | null;
            readonly currency: string;
            readonly language: string;
            readonly reference: string | null;
            readonly order_reference: string | null;
            readonly corrects: {
                readonly id: string;
                readonly number: string;
                readonly issue_date: string;
            } | null;
            /** @description The credit notes that correct this invoice, drafts too. */
            readonly credit_notes: readonly {
                readonly id: string;
                readonly number: string | null;
                /** @enum {string} */
                readonly status: "draft" | "sent" | "paid" | "void" | "uncollectible";
                readonly issue_date: string;
                readonly total: string;
            }[];
            readonly prices_include_tax: boolean;
            readonly rounding: string;
            /** @enum {string} */
            readonly kind: "standard" | "corrected" | "prepayment" | "partial" | "self_billed";
            readonly preceding: readonly {
                readonly number: string;
                readonly issue_date: string | null;
            }[];
            readonly tax_point_date: string | null;
            readonly tax_in_currency: {
                readonly currency: string;
                readonly amount: string;
            } | null;
            readonly references: {
                readonly project: string | null;
                readonly contract: string | null;
                readonly sales_order: string | null;
                readonly despatch: string | null;
                readonly receipt: string | null;
                readonly tender: string | null;
                readonly object: string | null;
                readonly accounting_code: string | null;
            };
            readonly delivery: {
                readonly name: string | null;
                readonly identifier: {
                    readonly scheme: string;
                    readonly id: string;
                } | null;
                readonly address: {
                    readonly line1: string | null;
                    readonly line2: string | null;
                    readonly city: string | null;
                    readonly postal_code: string | null;
                    readonly region: string | null;
                    readonly country_code: string | null;
                };
            };
            readonly payment: {
                readonly means: string | null;
                readonly reference: string | null;
                readonly mandate: string | null;
                readonly payer_iban: string | null;
                readonly card_last4: string | null;
                readonly card_holder: string | null;
            };
            readonly attachments: readonly {
                readonly reference: string;
                readonly description: string | null;
                readonly url: string | null;
            }[];
            readonly e_invoice_profile: string | null;
            readonly items: readonly components["schemas"]["InvoiceItem"][];
            readonly discounts: readonly components["schemas"]["DocumentAdjustment"][];
            readonly charges: readonly components["schemas"]["DocumentAdjustment"][];
            readonly totals: components["schemas"]["Totals"];
            readonly taxes: readonly components["schemas"]["TaxGroup"][];
            readonly terms: string | null;
            readonly notes: string | null;
            readonly internal_notes: string | null;
            readonly metadata: {
                readonly [key: string]: string;
            };
            readonly template: {
                readonly id: string;
                readonly version: string;
            };
            readonly share_token: string | null;
            readonly share_url: string | null;
            readonly published_at: string | null;
            readonly version: number;
            readonly created_at: string;
            readonly updated_at: string;
            readonly issued_at: string | null;
        };
        /** InvoiceCreate */
        readonly InvoiceCreate: {
            readonly customer_id?: string;
            readonly customer?: components["schemas"]["CustomerCreate"];
            /**
             * @description `sent` issues at once.
             * @enum {string}
             */
            readonly status?: "draft" | "sent" | "paid";
            /**
             * Format: date
             * @description Today unless given.
             */
            readonly issue_date?: string;
            readonly due_date?: string | null;
            readonly delivery_date?: string | null;
            readonly period_start?: string | null;
            readonly period_end?: string | null;
            /** @description ISO 4217. */
            readonly currency?: string;
            /** @description BCP 47. */
            readonly language?: string;
            readonly reference?: string | null;
            readonly order_reference?: string | null;
            readonly prices_include_tax?: boolean;
            /**
             * @description Tax per rate (EN 16931) or per line.
             * @enum {string}
             */
            readonly rounding?: "document" | "line";
            readonly discounts?: readonly components["schemas"]["DocumentAdjustmentInput"][];
            readonly charges?: readonly components["schemas"]["DocumentAdjustmentInput"][];
            readonly terms?: string | null;
            readonly notes?: string | null;
            readonly internal_notes?: string | null;
            /** @description Your own names and values, at most 50. */
            readonly metadata?: {
                readonly [key: string]: string;
            };
            readonly template?: {
                readonly id: string;
                /** @description Ignored. */
                readonly version?: string;
            } | null;
            readonly kind?: ("standard" | "corrected" | "prepayment" | "partial" | "self_billed") | null;
            readonly preceding?: readonly components["schemas"]["PrecedingInvoiceInput"][] | null;
            readonly tax_point_date?: string | null;
            readonly tax_in_currency?: {
                /** @description ISO 4217, of your books. */
                readonly currency: string;
                readonly amount: string;
            } | null;
            readonly references?: components["schemas"]["ReferencesInput"] | null;
            readonly delivery?: components["schemas"]["DeliveryInput"] | null;
            readonly payment?: components["schemas"]["PaymentInstructionsInput"] | null;
            readonly attachments?: readonly components["schemas"]["AttachmentInput"][] | null;
            readonly e_invoice_profile?: ("en16931" | "peppol" | "xrechnung" | "factur-x") | null;
            /**
             * Format: date
             * @description With `status: paid`: the day of the payment, today unless given.
             */
            readonly paid_at?: string;
            /** @description With `status: paid`, e.g. `transfer`. */
            readonly payment_method?: string;
            readonly items: readonly components["schemas"]["InvoiceItemInput"][];
        };
        /** InvoiceEntry */
        readonly InvoiceEntry: {
            readonly id: string;
            /** @enum {string} */
            readonly type: "invoice" | "credit_note";
            readonly number: string | null;
            /** @enum {string} */
            readonly status: "draft" | "sent" | "paid" | "void" | "uncollectible";
            /**
             * @description The status to show to people. `status` says what was done to the document; this one also follows its balance and the due date: `open`, `partially_paid` or `overdue` while something is due, `refund_due` where `due` is negative, `credited` where credit notes left nothing to pay, `issued` for a credit note and an invoice over 0.00.
             * @enum {string}
             */
            readonly display_status: "draft" | "open" | "partially_paid" | "overdue" | "paid" | "refund_due" | "credited" | "issued" | "uncollectible" | "void";
            readonly overdue: boolean;
            readonly partially_paid: boolean;
            readonly customer_id: string;
            readonly customer_name: string;
            readonly issue_date: string;
            readonly due_date: string | null;
            readonly currency: string;
            readonly total: string;
            /** @description Negative where money is to be paid back. */
            readonly due: string;
            readonly published: boolean;
        };
        /** InvoiceItem */
        readonly InvoiceItem: {
            readonly id: string;
            readonly description: string;
            readonly details: string | null;
            readonly quantity: string;
            readonly unit: string | null;
            readonly unit_price: string;
            readonly discount: components["schemas"]["Adjustment"] | null;
            readonly charge: {
                readonly percent?: string;
                readonly amount?: string;
                readonly reason: string | null;
            } | null;
            readonly tax: components["schemas"]["Tax"];
            readonly total: string;
            readonly item_number: string | null;
            readonly buyer_item_number: string | null;
            readonly gtin: string | null;
            readonly period_start: string | null;
            readonly period_end: string | null;
            readonly note: string | null;
            readonly order_line: string | null;
            readonly accounting_code: string | null;
            readonly origin_country: string | null;
            readonly classification: {
                readonly scheme: string;
                readonly code: string;
            } | null;
            readonly attributes: readonly {
                readonly name: string;
                readonly value: string;
            }[];
        };
        /** InvoiceItemInput */
        readonly InvoiceItemInput: {
            /** @description Keeps the id of an existing item. */
            readonly id?: string;
            readonly description: string;
            readonly details?: string | null;
            /** @description Up to 6 decimals; 1 unless given; negative to credit. */
            readonly quantity?: string | number;
            readonly unit?: string | null;
            /** @description Up to 6 decimals, not negative; 0 unless given. */
            readonly unit_price?: string | number;
            readonly discount?: components["schemas"]["AdjustmentInput"] | null;
            readonly charge?: components["schemas"]["ItemChargeInput"] | null;
            readonly tax?: components["schemas"]["TaxInput"];
            readonly item_number?: string | null;
            readonly buyer_item_number?: string | null;
            readonly gtin?: string | null;
            readonly period_start?: string | null;
            readonly period_end?: string | null;
            readonly note?: string | null;
            readonly order_line?: string | null;
            readonly accounting_code?: string | null;
            readonly origin_country?: string | null;
            readonly classification?: {
                /** @description UNTDID 7143, e.g. STI for CPV. */
                readonly scheme: string;
                readonly code: string;
            } | null;
            readonly attributes?: readonly {
                readonly name: string;
                readonly value: string;
            }[] | null;
        };
        /** InvoiceUpdate */
        readonly InvoiceUpdate: {
            readonly customer_id?: string;
            /** @enum {string} */
            readonly status?: "draft" | "sent" | "paid" | "void" | "uncollectible";
            /**
             * Format: date
             * @description Today unless given.
             */
            readonly issue_date?: string;
            readonly due_date?: string | null;
            readonly delivery_date?: string | null;
            readonly period_start?: string | null;
            readonly period_end?: string | null;
            /** @description ISO 4217. */
            readonly currency?: string;
            /** @description BCP 47. */
            readonly language?: string;
            readonly reference?: string | null;
            readonly order_reference?: string | null;
            readonly prices_include_tax?: boolean;
            /**
             * @description Tax per rate (EN 16931) or per line.
             * @enum {string}
             */
            readonly rounding?: "document" | "line";
            readonly discounts?: readonly components["schemas"]["DocumentAdjustmentInput"][];
            readonly charges?: readonly components["schemas"]["DocumentAdjustmentInput"][];
            readonly terms?: string | null;
            readonly notes?: string | null;
            readonly internal_notes?: string | null;
            /** @description Your own names and values, at most 50. */
            readonly metadata?: {
                readonly [key: string]: string;
            };
            readonly template?: {
                readonly id: string;
                /** @description Ignored. */
                readonly version?: string;
            } | null;
            readonly kind?: ("standard" | "corrected" | "prepayment" | "partial" | "self_billed") | null;
            readonly preceding?: readonly components["schemas"]["PrecedingInvoiceInput"][] | null;
            readonly tax_point_date?: string | null;
            readonly tax_in_currency?: {
                /** @description ISO 4217, of your books. */
                readonly currency: string;
                readonly amount: string;
            } | null;
            readonly references?: components["schemas"]["ReferencesInput"] | null;
            readonly delivery?: components["schemas"]["DeliveryInput"] | null;
            readonly payment?: components["schemas"]["PaymentInstructionsInput"] | null;
            readonly attachments?: readonly components["schemas"]["AttachmentInput"][] | null;
            readonly e_invoice_profile?: ("en16931" | "peppol" | "xrechnung" | "factur-x") | null;
            /**
             * Format: date
             * @description With `status: paid`: the day of the payment, today unless given.
             */
            readonly paid_at?: string;
            /** @description With `status: paid`, e.g. `transfer`. */
            readonly payment_method?: string;
            readonly items?: readonly components["schemas"]["InvoiceItemInput"][];
        };
        /**
         * ItemChargeInput
         * @description On top of the item, e.g. for work at night.
         */
        readonly ItemChargeInput: {
            /** @description Percent of what it applies to; or give `amount`. */
            readonly percent?: string | number;
            /** @description In the currency of the invoice; or give `percent`. */
            readonly amount?: string | number;
            readonly reason?: string | null;
        };
        /**
         * OwnSession
         * @example {
         *       "id": "ses_5f0c0e6f2a9d4b7c8e1f3a5b7d9c0e2f",
         *       "current": true,
         *       "browser": "Firefox 144 on Linux",
         *       "address": "203.0.113.7",
         *       "created_at": "2026-11-21T09:30:00.000Z",
         *       "last_used_at": "2026-11-21T09:30:00.000Z",
         *       "expires_at": "2026-11-21T21:30:00.000Z"
         *     }
         */
        readonly OwnSession: {
            readonly id: string;
            /** @description Whether this request comes from it. */
            readonly current: boolean;
            readonly browser: string | null;
            readonly address: string | null;
            readonly created_at: string;
            /** @description To the minute. */
            readonly last_used_at: string;
            readonly expires_at: string;
        };
        /**
         * Payment
         * @example {
         *       "id": "pay_019aa3c1-4a7e-7cc0-8000-2b3c4d5e6f70",
         *       "invoice_id": "inv_019aa3c1-4a7e-7cc0-8000-5b1f3c2d1e0f",
         *       "amount": "50.00",
         *       "currency": "EUR",
         *       "paid_at": "2026-12-01",
         *       "method": "transfer",
         *       "reference": "Statement 12/3",
         *       "note": null,
         *       "automatic": false,
         *       "created_at": "2026-12-02T08:15:00.000Z"
         *     }
         */
        readonly Payment: {
            readonly id: string;
            readonly invoice_id: string;
            readonly amount: string;
            readonly currency: string;
            readonly paid_at: string;
            readonly method: string | null;
            readonly reference: string | null;
            readonly note: string | null;
            /** @description Made by the status `paid`, and taken back with it. */
            readonly automatic: boolean;
            readonly created_at: string;
        };
        /**
         * PaymentCreate
         * @example {
         *       "amount": "50.00",
         *       "method": "transfer",
         *       "reference": "Statement 12/3"
         *     }
         */
        readonly PaymentCreate: {
            /** @description In the currency of the invoice; all that is due unless given. Negative to pay back what a credit note made too much. */
            readonly amount?: string | number;
            /**
             * Format: date
             * @description Today unless given.
             */
            readonly paid_at?: string;
            readonly method?: string | null;
            readonly reference?: string | null;
            readonly note?: string | null;
            /** @description Record it although a payment with the same `reference`, amount and day is there. */
            readonly allow_duplicate?: boolean;
        };
        /** PaymentInstructionsInput */
        readonly PaymentInstructionsInput: {
            readonly means?: string | null;
            readonly reference?: string | null;
            readonly mandate?: string | null;
            readonly payer_iban?: string | null;
            readonly card_last4?: string | null;
            readonly card_holder?: string | null;
        };
        /** PrecedingInvoiceInput */
        readonly PrecedingInvoiceInput: {
            readonly number: string;
            readonly issue_date?: string | null;
        };
        /**
         * Problem
         * @description RFC 9457 problem details.
         * @example {
         *       "type": "urn:billwright:error:invalid_request",
         *       "title": "Unprocessable Content",
         *       "status": 422,
         *       "detail": "The request has faults; see `errors`.",
         *       "code": "invalid_request",
         *       "request_id": "req_019a…",
         *       "errors": [
         *         {
         *           "pointer": "/items/0/quantity",
         *           "code": "wrong_type",
         *           "message": "must be string"
         *         }
         *       ]
         *     }
         */
        readonly Problem: {
            /** @description Names the code as a URI. */
            readonly type: string;
            readonly title: string;
            readonly status: number;
            /** @description What is wrong and what to do about it. */
            readonly detail: string;
            /** @description Stable; listed in docs/errors.md. */
            readonly code: string;
            readonly request_id: string;
            readonly errors?: readonly {
                /** @description JSON pointer into the body, or `?name` of the query. */
                readonly pointer: string;
                /** @description Stable; listed in docs/errors.md. */
                readonly code: string;
                readonly message: string;
                /** @description E-invoices: the rule, e.g. BR-CO-26. */
                readonly rule?: string;
                /** @description E-invoices: `error` or `warning`. */
                readonly level?: string;
                /** @description E-invoices: what the pointer points into. */
                readonly resource?: string;
            }[];
        } & {
            readonly [key: string]: unknown;
        };
        /** PublicAdjustment */
        readonly PublicAdjustment: {
            readonly reason: string | null;
            readonly percent?: string;
            readonly amount: string;
        };
        /** PublicCustomer */
        readonly PublicCustomer: {
            readonly name: string;
            readonly contact_name: string | null;
            readonly address: components["schemas"]["Address"];
            readonly tax_id: string | null;
        };
        /** PublicInvoice */
        readonly PublicInvoice: {
            readonly type: string;
            readonly number: string | null;
            readonly status: string;
            /**
             * @description The status to show to people. `status` says what was done to the document; this one also follows its balance and the due date: `open`, `partially_paid` or `overdue` while something is due, `refund_due` where `due` is negative, `credited` where credit notes left nothing to pay, `issued` for a credit note and an invoice over 0.00.
             * @enum {string}
             */
            readonly display_status: "draft" | "open" | "partially_paid" | "overdue" | "paid" | "refund_due" | "credited" | "issued" | "uncollectible" | "void";
            readonly overdue: boolean;
            readonly seller: components["schemas"]["PublicSeller"];
            readonly customer: components["schemas"]["PublicCustomer"];
            readonly issue_date: string;
            readonly due_date: string | null;
            readonly delivery_date: string | null;
            readonly period_start: string | null;
            readonly period_end: string | null;
            readonly currency: string;
            readonly language: string;
            readonly reference: string | null;
            readonly order_reference: string | null;
            readonly corrects: {
                readonly number: string;
                readonly issue_date: string;
            } | null;
            readonly prices_include_tax: boolean;
            readonly items: readonly components["schemas"]["PublicItem"][];
            readonly discounts: readonly components["schemas"]["PublicAdjustment"][];
            readonly charges: readonly components["schemas"]["PublicAdjustment"][];
            readonly totals: components["schemas"]["Totals"];
            readonly taxes: readonly components["schemas"]["PublicTaxGroup"][];
            readonly terms: string | null;
            readonly notes: string | null;
            readonly links: {
                readonly page: string;
                readonly html: string;
                readonly pdf: string;
                readonly xml: string | null;
                readonly factur_x: string | null;
            };
        };
        /** PublicItem */
        readonly PublicItem: {
            readonly description: string;
            readonly details: string | null;
            readonly quantity: string;
            readonly unit: string | null;
            readonly unit_price: string;
            readonly discount: components["schemas"]["Adjustment"] | null;
            readonly charge: {
                readonly percent?: string;
                readonly amount?: string;
                readonly reason: string | null;
            } | null;
            readonly total: string;
            readonly tax: components["schemas"]["PublicTax"];
        };
        /** PublicSeller */
        readonly PublicSeller: {
            readonly name: string;
            readonly contact_name: string | null;
            readonly email: string | null;
            readonly phone: string | null;
            readonly website: string | null;
            readonly address: components["schemas"]["Address"];
            readonly tax_id: string | null;
            readonly registration_id: string | null;
            readonly payment_instructions: string | null;
            readonly bank_account: {
                readonly holder: string | null;
                readonly iban: string | null;
                readonly bic: string | null;
                readonly bank_name: string | null;
                readonly qr_iban: string | null;
            };
        };
        /** PublicTax */
        readonly PublicTax: {
            readonly category: string;
            readonly rate: string;
            readonly reason: string | null;
        };
        /** PublicTaxGroup */
        readonly PublicTaxGroup: {
            readonly category: string;
            readonly rate: string;
            readonly reason: string | null;
            readonly taxable: string;
            readonly amount: string;
        };
        /** Reauthentication */
        readonly Reauthentication: {
            /** @example nine quiet lighthouses */
            readonly password?: string;
            /**
             * @description Six digits of the authenticator app, or a recovery code. Each serves once.
             * @example 492 039
             */
            readonly code?: string;
        };
        /** RecoveryCodes */
        readonly RecoveryCodes: {
            /** @description Each opens the account once without the app. Shown this once. */
            readonly recovery_codes: readonly string[];
        };
        /** ReferencesInput */
        readonly ReferencesInput: {
            readonly project?: string | null;
            readonly contract?: string | null;
            readonly sales_order?: string | null;
            readonly despatch?: string | null;
            readonly receipt?: string | null;
            readonly tender?: string | null;
            readonly object?: string | null;
            readonly accounting_code?: string | null;
        };
        /**
         * Revision
         * @example {
         *       "sequence": 2,
         *       "version": 2,
         *       "action": "updated",
         *       "actor": {
         *         "kind": "user",
         *         "id": "usr_019a…",
         *         "name": "ada@nordlicht.example"
         *       },
         *       "at": "2026-11-21T09:05:00.000Z",
         *       "changes": [
         *         {
         *           "field": "due_date",
         *           "from": "2026-12-21",
         *           "to": "2026-12-31"
         *         }
         *       ],
         *       "previous_hash": "6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b",
         *       "hash": "d4735e3a265e16eee03f59718b9b5d03019c07d8b6c51f90da3a666eec13ab35"
         *     }
         */
        readonly Revision: {
            /** @description Place in the chain of all invoices. */
            readonly sequence: number;
            readonly version: number;
            readonly action: string;
            readonly actor: {
                readonly kind: string;
                readonly id: string;
                readonly name: string;
            };
            readonly at: string;
            readonly changes: readonly {
                readonly field: string;
                readonly from: unknown;
                readonly to: unknown;
            }[];
            readonly previous_hash: string;
            /** @description SHA-256 of this revision and of `previous_hash`. */
            readonly hash: string;
        };
        /** SecondFactor */
        readonly SecondFactor: {
            readonly enabled: boolean;
            readonly confirmed_at: string | null;
            readonly recovery_codes_left: number;
        };
        /**
         * SecondFactorChallenge
         * @description The password is right; a code is needed too.
         */
        readonly SecondFactorChallenge: {
            /** @description To be sent back with the code. Opens nothing itself. */
            readonly challenge: string;
            readonly answers: readonly string[];
            readonly expires_at: string;
        };
        /** SecondFactorEnrollment */
        readonly SecondFactorEnrollment: {
            /** @description Base32, to be typed into an app. Shown this once. */
            readonly secret: string;
            /** @description `otpauth://…`, as apps read it. */
            readonly uri: string;
            /** @description The address as a picture, for a camera. */
            readonly qr_svg: string;
        };
        /** Seller */
        readonly Seller: {
            readonly name: string;
            readonly contact_name: string | null;
            readonly email: string | null;
            readonly phone: string | null;
            readonly website: string | null;
            readonly address: components["schemas"]["Address"];
            readonly tax_id: string | null;
            readonly registration_id: string | null;
            readonly endpoint: {
                readonly scheme: string;
                readonly id: string;
            } | null;
            readonly trading_name: string | null;
            readonly registration_scheme: string | null;
            readonly bank_account: {
                readonly holder: string | null;
                readonly iban: string | null;
                readonly bic: string | null;
                readonly bank_name: string | null;
                readonly creditor_id: string | null;
                readonly qr_iban: string | null;
            };
            readonly payment_instructions: string | null;
            readonly tax_number: string | null;
            readonly legal_form: string | null;
            readonly tax_representative: {
                readonly name: string;
                readonly tax_id: string;
                readonly address: components["schemas"]["Address"];
            } | null;
        };
        /** Session */
        readonly Session: {
            /** @enum {string} */
            readonly kind: "user" | "key";
            readonly id: string;
            readonly name: string | null;
            readonly email: string | null;
            readonly role: string | null;
            readonly scopes: readonly string[];
            /** @description Of the session. */
            readonly expires_at: string | null;
        };
        /** Settings */
        readonly Settings: {
            readonly templateId: string;
            readonly logo: string | null;
            readonly accentColor: string;
            readonly companyName: string;
            readonly companyContact: string | null;
            readonly companyEmail: string | null;
            readonly companyPhone: string | null;
            readonly companyWebsite: string | null;
            readonly companyAddress: {
                readonly line1: string | null;
                readonly line2: string | null;
                readonly city: string | null;
                readonly postalCode: string | null;
                readonly region: string | null;
                readonly countryCode: string | null;
            };
            readonly companyTradingName: string | null;
            readonly companyLegalForm: string | null;
            readonly companyTaxId: string | null;
            readonly companyTaxNumber: string | null;
            readonly companyRegistrationId: string | null;
            readonly companyRegistrationScheme: string | null;
            readonly taxRepresentative: {
                readonly name: string;
                readonly taxId: string;
                readonly line1: string | null;
                readonly line2: string | null;
                readonly city: string | null;
                readonly postalCode: string | null;
                readonly region: string | null;
                readonly countryCode: string | null;
            } | null;
            readonly companyEndpoint: {
                readonly scheme: string;
                readonly id: string;
            } | null;
            readonly bankAccount: {
                readonly holder: string | null;
                readonly iban: string | null;
                readonly bic: string | null;
                readonly bankName: string | null;
                readonly creditorId: string | null;
                readonly qrIban: string | null;
            };
            readonly paymentInstructions: string | null;
            readonly paymentMeans: string | null;
            readonly eInvoiceProfile: string | null;
            readonly currency: string;
            readonly locale: string;
            readonly timeZone: string;
            readonly dateFormat: string;
            readonly taxLabel: string | null;
            readonly defaultTax: {
                readonly category: string;
                readonly rate: string;
            };
            readonly pricesIncludeTax: boolean;
            readonly rounding: string;
            readonly paymentTermsDays: number;
            readonly defaultTerms: string | null;
            readonly defaultNotes: string | null;
            readonly invoiceNumbering: {
                readonly pattern: string;
                readonly reset: string;
            };
            readonly creditNoteNumbering: {
                readonly pattern: string;
                readonly reset: string;
            };
            readonly lockIssuedInvoices: boolean;
        };
        /**
         * SettingsInput
         * @example {
         *       "companyName": "Ink & Stone",
         *       "companyAddress": {
         *         "city": "Berlin",
         *         "countryCode": "DE"
         *       }
         *     }
         */
        readonly SettingsInput: {
            readonly templateId?: string | null;
            readonly logo?: string | null;
            readonly accentColor?: string | null;
            readonly companyName?: string | null;
            readonly companyContact?: string | null;
            readonly companyEmail?: string | null;
            readonly companyPhone?: string | null;
            readonly companyWebsite?: string | null;
            readonly companyTradingName?: string | null;
            readonly companyLegalForm?: string | null;
            readonly companyTaxId?: string | null;
            readonly companyTaxNumber?: string | null;
            readonly companyRegistrationId?: string | null;
            readonly companyRegistrationScheme?: string | null;
            readonly paymentInstructions?: string | null;
            readonly paymentMeans?: string | null;
            readonly eInvoiceProfile?: ("en16931" | "peppol" | "xrechnung" | "factur-x") | null;
            readonly currency?: string | null;
            readonly locale?: string | null;
            readonly timeZone?: string | null;
            readonly dateFormat?: ("short" | "medium" | "long" | "iso") | null;
            readonly taxLabel?: string | null;
            readonly pricesIncludeTax?: boolean | null;
            readonly rounding?: ("document" | "line") | null;
            readonly paymentTermsDays?: number | null;
            readonly defaultTerms?: string | null;
            readonly defaultNotes?: string | null;
            readonly lockIssuedInvoices?: boolean | null;
            /** @description Its parts; older: lines of text. */
            readonly companyAddress?: {
                readonly line1?: string | null;
                readonly line2?: string | null;
                readonly city?: string | null;
                readonly postalCode?: string | null;
                readonly region?: string | null;
                readonly countryCode?: string | null;
            } | string | null;
            /** @description Electronic address, e.g. on Peppol. */
            readonly companyEndpoint?: {
                readonly scheme?: string | null;
                readonly id?: string | null;
            } | null;
            /** @description Its parts; older: an IBAN or other details as text. */
            readonly bankAccount?: {
                readonly holder?: string | null;
                readonly iban?: string | null;
                readonly bic?: string | null;
                readonly bankName?: string | null;
                readonly creditorId?: string | null;
                readonly qrIban?: string | null;
            } | string | null;
            /** @description Who answers for the tax in a foreign country. */
            readonly taxRepresentative?: {
                readonly name?: string | null;
                readonly taxId?: string | null;
                readonly line1?: string | null;
                readonly line2?: string | null;
                readonly city?: string | null;
                readonly postalCode?: string | null;
                readonly region?: string | null;
                readonly countryCode?: string | null;
            } | null;
            /** @description Of new items. */
            readonly defaultTax?: {
                readonly category?: ("S" | "Z" | "E" | "AE" | "K" | "G" | "O" | "L" | "M" | "B") | null;
                readonly rate?: (string | number) | null;
            } | null;
            /** @description The series of invoices. */
            readonly invoiceNumbering?: {
                readonly pattern?: string | null;
                readonly reset?: ("never" | "yearly" | "monthly") | null;
            } | null;
            /** @description The series of credit notes. */
            readonly creditNoteNumbering?: {
                readonly pattern?: string | null;
                readonly reset?: ("never" | "yearly" | "monthly") | null;
            } | null;
        };
        /** Statement */
        readonly Statement: {
            readonly customer_id: string;
            readonly customer_name: string;
            readonly from: string;
            readonly to: string;
            /** @description One per currency; never added up. */
            readonly accounts: readonly components["schemas"]["StatementAccount"][];
        };
        /** StatementAccount */
        readonly StatementAccount: {
            readonly currency: string;
            readonly opening_balance: string;
            readonly rows: readonly components["schemas"]["StatementRow"][];
            readonly invoiced: string;
            readonly credited: string;
            readonly paid: string;
            readonly closing_balance: string;
            /** @description By days past the due date on the last day; adds up to the closing balance. */
            readonly ageing: {
                readonly not_due: string;
                readonly days_1_30: string;
                readonly days_31_60: string;
                readonly days_61_90: string;
                readonly over_90: string;
                /** @description Paid too much: below zero. */
                readonly credit: string;
            };
        };
        /** StatementRow */
        readonly StatementRow: {
            readonly date: string;
            /** @enum {string} */
            readonly type: "invoice" | "credit_note" | "payment";
            readonly id: string;
            /** @description Of the document; of a payment that of its invoice. */
            readonly number: string;
            readonly invoice_id: string;
            readonly reference: string | null;
            readonly method: string | null;
            /** @description Invoices add; credit notes and payments take off. A payment that adds is a refund. */
            readonly amount: string;
            /** @description What is owed after it. */
            readonly balance: string;
        };
        /** Summary */
        readonly Summary: {
            /** @description The day in the company's time zone that it is made for. */
            readonly today: string;
            readonly drafts: number;
            /** @description Each by itself: amounts of different currencies are never added. */
            readonly currencies: readonly {
                readonly currency: string;
                readonly outstanding: components["schemas"]["Claims"];
                readonly overdue: components["schemas"]["Claims"];
                /** @description No part of `outstanding`. `GET /invoices?refund_due=true` lists them. */
                readonly refunds_due: {
                    /** @description Of how many invoices. */
                    readonly count: number;
                    /** @description What is to be paid back on them, without a sign. */
                    readonly amount: string;
                };
                readonly ageing: {
                    readonly not_due: components["schemas"]["Claims"];
                    readonly days_1_30: components["schemas"]["Claims"];
                    readonly days_31_60: components["schemas"]["Claims"];
                    readonly days_61_90: components["schemas"]["Claims"];
                    readonly over_90: components["schemas"]["Claims"];
                };
                /** @description The last twelve months, oldest first, this one included. */
                readonly paid: readonly {
                    /** @description YYYY-MM */
                    readonly month: string;
                    /** @description Payments less what was paid back. */
                    readonly amount: string;
                }[];
            }[];
        };
        /** Tax */
        readonly Tax: {
            readonly category: string;
            readonly rate: string;
            readonly reason: string | null;
            readonly reason_code: string | null;
        };
        /** TaxGroup */
        readonly TaxGroup: {
            readonly category: string;
            readonly rate: string;
            readonly reason: string | null;
            readonly reason_code: string | null;
            readonly taxable: string;
            readonly amount: string;
        };
        /** TaxInput */
        readonly TaxInput: {
            /**
             * @description UNCL 5305; S when a rate is given.
             * @enum {string}
             */
            readonly category?: "S" | "Z" | "E" | "AE" | "K" | "G" | "O" | "L" | "M" | "B";
            /** @description Percent, e.g. "19". */
            readonly rate?: string | number;
            readonly reason?: string | null;
            readonly reason_code?: string | null;
        };
        /** Template */
        readonly Template: {
            readonly id: string;
            readonly name: string;
            /** @description The version to render with: the one installed last. */
            readonly version: string;
            readonly versions: readonly string[];
            /** @enum {string} */
            readonly source: "builtin" | "manifest" | "upload" | "file";
            /** @description Whether `settings.templateId` is this id. */
            readonly isDefault: boolean;
            readonly builtIn: boolean;
            /** @description Of the content as it came. */
            readonly sha256: string;
            readonly license: string | null;
            readonly homepage: string | null;
            readonly manifestUrl: string | null;
            readonly createdAt: string;
            readonly updatedAt: string;
            readonly html: string;
            /** @description What was taken out to make the template safe, and where it stood. */
            readonly removed: readonly {
                readonly what: string;
                readonly where: string;
            }[];
            /** @description What an invoice needs and the template does not print. */
            readonly warnings: readonly {
                /** @description `tax_not_printed`, `total_not_printed`, `number_not_printed`, `issue_date_not_printed`, `seller_not_printed` or `buyer_not_printed`; there may be others later. */
                readonly code: string;
                readonly message: string;
            }[];
        };
        /** TemplateCreate */
        readonly TemplateCreate: {
            readonly id?: string;
            readonly name?: string;
            readonly version?: string;
            readonly html: string;
        };
        /**
         * TemplateEntry
         * @example {
         *       "id": "minimalist-clean",
         *       "name": "Minimalist Clean",
         *       "version": "1.0.0",
         *       "versions": [
         *         "1.0.0"
         *       ],
         *       "source": "builtin",
         *       "isDefault": true,
         *       "builtIn": true,
         *       "sha256": "5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8",
         *       "license": "MIT",
         *       "homepage": null,
         *       "manifestUrl": null,
         *       "createdAt": "2026-11-21T09:00:00.000Z",
         *       "updatedAt": "2026-11-21T09:00:00.000Z"
         *     }
         */
        readonly TemplateEntry: {
            readonly id: string;
            readonly name: string;
            /** @description The version to render with: the one installed last. */
            readonly version: string;
            readonly versions: readonly string[];
            /** @enum {string} */
            readonly source: "builtin" | "manifest" | "upload" | "file";
            /** @description Whether `settings.templateId` is this id. */
            readonly isDefault: boolean;
            readonly builtIn: boolean;
            /** @description Of the content as it came. */
            readonly sha256: string;
            readonly license: string | null;
            readonly homepage: string | null;
            readonly manifestUrl: string | null;
            readonly createdAt: string;
            readonly updatedAt: string;
        };
        /** TemplateInstall */
        readonly TemplateInstall: {
            readonly url: string;
        };
        /** TemplateLoad */
        readonly TemplateLoad: {
            readonly id?: string;
            readonly name?: string;
            readonly version?: string;
            readonly path: string;
        };
        /** Totals */
        readonly Totals: {
            readonly subtotal: string;
            readonly discount: string;
            readonly charge: string;
            /** @description Without tax. */
            readonly net: string;
            readonly tax: string;
            /** @description The cent that tax-inclusive prices cannot split (BT-114). */
            readonly rounding: string;
            readonly total: string;
            readonly paid: string;
            /** @description What issued credit notes took off. */
            readonly credited: string;
            /** @description Total − paid − credited. Negative: so much is to be paid back to the customer, and `display_status` is `refund_due`. Zero on a credit note and on a void invoice. */
            readonly due: string;
        };
        /**
         * User
         * @example {
         *       "id": "usr_019aa5d2-7c00-7000-8000-0123456789ab",
         *       "email": "ada@example.org",
         *       "name": "Ada Example",
         *       "role": "member",
         *       "second_factor": true,
         *       "password": true,
         *       "created_at": "2026-11-21T09:30:00.000Z",
         *       "updated_at": "2026-11-21T09:30:00.000Z"
         *     }
         */
        readonly User: {
            readonly id: string;
            readonly email: string;
            readonly name: string | null;
            /** @enum {string} */
            readonly role: "owner" | "admin" | "member" | "viewer";
            /** @description Whether a code is asked for when they sign in. */
            readonly second_factor: boolean;
            /** @description False: they sign in with another provider only. */
            readonly password: boolean;
            readonly created_at: string;
            readonly updated_at: string;
        };
        /**
         * Webhook
         * @example {
         *       "id": "whk_019aa5d2-7c00-7000-8000-0123456789ab",
         *       "url": "https://shop.example.org/hooks/billwright",
         *       "description": "Ships what is paid",
         *       "event_types": [
         *         "invoice.*",
         *         "webhook.paused"
         *       ],
         *       "status": "enabled",
         *       "paused_reason": null,
         *       "paused_at": null,
         *       "last_success_at": "2026-11-21T09:30:00.000Z",
         *       "last_failure_at": null,
         *       "previous_secret_until": null,
         *       "version": 1,
         *       "created_at": "2026-11-20T08:00:00.000Z",
         *       "updated_at": "2026-11-20T08:00:00.000Z"
         *     }
         */
        readonly Webhook: {
            readonly id: string;
            readonly url: string;
            readonly description: string | null;
            readonly event_types: readonly string[];
            /**
             * @description `enabled`: sent to; `paused`: deliveries are collected and wait; `disabled`: none are collected.
             * @enum {string}
             */
            readonly status: "enabled" | "paused" | "disabled";
            /** @description `manual`: by hand; `failing`: nothing arrived for three days; `gone`: the receiver answered 410. */
            readonly paused_reason: ("manual" | "failing" | "gone") | null;
            readonly paused_at: string | null;
            readonly last_success_at: string | null;
            readonly last_failure_at: string | null;
            /** @description After a rotation: until then the former secret signs too. */
            readonly previous_secret_until: string | null;
            readonly version: number;
            readonly created_at: string;
            readonly updated_at: string;
        };
        /**
         * WebhookDelivery
         * @example {
         *       "id": "dlv_019aa5d2-8c00-7000-8000-0123456789ab",
         *       "webhook_id": "whk_019aa5d2-7c00-7000-8000-0123456789ab",
         *       "event_id": "evt_019aa5d2-8c00-7000-8000-fedcba987654",
         *       "event_type": "invoice.paid",
         *       "resource": {
         *         "type": "invoice",
         *         "id": "inv_019a9e2c-6f04-7c3b-9d52-6f5d5b7f2a10"
         *       },
         *       "status": "delivered",
         *       "attempt_count": 2,
         *       "next_attempt_at": null,
         *       "last_http_status": 204,
         *       "last_error": null,
         *       "created_at": "2026-11-21T09:30:00.000Z",
         *       "finished_at": "2026-11-21T09:30:05.310Z"
         *     }
         */
        readonly WebhookDelivery: {
            readonly id: string;
            readonly webhook_id: string;
            /** @description The header `webhook-id` of every attempt. */
            readonly event_id: string;
            readonly event_type: string;
            readonly resource: {
                readonly type: string;
                readonly id: string;
            };
            /** @enum {string} */
            readonly status: "pending" | "delivered" | "failed";
            readonly attempt_count: number;
            /** @description Not before then. `null` while pending: as soon as those before it are through. */
            readonly next_attempt_at: string | null;
            readonly last_http_status: number | null;
            readonly last_error: string | null;
            readonly created_at: string;
            readonly finished_at: string | null;
        };
        /** WebhookDeliveryDetail */
        readonly WebhookDeliveryDetail: {
            readonly id: string;
            readonly webhook_id: string;
            /** @description The header `webhook-id` of every attempt. */
            readonly event_id: string;
            readonly event_type: string;
            readonly resource: {
                readonly type: string;
                readonly id: string;
            };
            /** @enum {string} */
            readonly status: "pending" | "delivered" | "failed";
            readonly attempt_count: number;
            /** @description Not before then. `null` while pending: as soon as those before it are through. */
            readonly next_attempt_at: string | null;
            readonly last_http_status: number | null;
            readonly last_error: string | null;
            readonly created_at: string;
            readonly finished_at: string | null;
            /** @description What is sent, byte for byte. */
            readonly body: string;
            /** @description The latest 50. */
            readonly attempts: readonly {
                readonly number: number;
                readonly at: string;
                readonly duration_ms: number;
                readonly http_status: number | null;
                readonly error: string | null;
                /** @description At most its first 1 KB. */
                readonly answer: string | null;
            }[];
        };
        /** WebhookWithSecret */
        readonly WebhookWithSecret: {
            readonly id: string;
            readonly url: string;
            readonly description: string | null;
            readonly event_types: readonly string[];
            /**
             * @description `enabled`: sent to; `paused`: deliveries are collected and wait; `disabled`: none are collected.
             * @enum {string}
             */
            readonly status: "enabled" | "paused" | "disabled";
            /** @description `manual`: by hand; `failing`: nothing arrived for three days; `gone`: the receiver answered 410. */
            readonly paused_reason: ("manual" | "failing" | "gone") | null;
            readonly paused_at: string | null;
            readonly last_success_at: string | null;
            readonly last_failure_at: string | null;
            /** @description After a rotation: until then the former secret signs too. */
            readonly previous_secret_until: string | null;
            readonly version: number;
            readonly created_at: string;
            readonly updated_at: string;
            /** @description Signs what is sent. Shown this once. */
            readonly secret: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readonly listSignInWays: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer 304 if this is its `ETag`. */
                readonly "if-none-match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "password": true,
                     *       "oidc": {
                     *         "label": "Example accounts",
                     *         "url": "/api/v1/auth/oidc"
                     *       }
                     *     }
                     */
                    readonly "application/json": {
                        readonly password: boolean;
                        readonly oidc: {
                            /** @description What the button says. */
                            readonly label: string;
                            /** @description Where it leads. */
                            readonly url: string;
                        } | null;
                    };
                };
            };
            /** @description Unchanged since the `ETag` sent. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly beginOidc: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description To the provider. */
            readonly 302: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly finishOidc: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description To the console. */
            readonly 302: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly getSession: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer 304 if this is its `ETag`. */
                readonly "if-none-match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "kind": "user",
                     *       "id": "usr_019aa5d2-7c00-7000-8000-0123456789ab",
                     *       "name": "Ada Example",
                     *       "email": "ada@example.org",
                     *       "role": "owner",
                     *       "scopes": [
                     *         "read",
                     *         "write",
                     *         "issue",
                     *         "admin"
                     *       ],
                     *       "expires_at": "2026-11-21T21:30:00.000Z"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Session"];
                };
            };
            /** @description Unchanged since the `ETag` sent. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly signIn: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "email": "ada@example.org",
                 *       "password": "nine quiet lighthouses"
                 *     }
                 */
                readonly "application/json": {
                    readonly email: string;
                    /** @example nine quiet lighthouses */
                    readonly password: string;
                };
            };
        };
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "kind": "user",
                     *       "id": "usr_019aa5d2-7c00-7000-8000-0123456789ab",
                     *       "name": "Ada Example",
                     *       "email": "ada@example.org",
                     *       "role": "owner",
                     *       "scopes": [
                     *         "read",
                     *         "write",
                     *         "issue",
                     *         "admin"
                     *       ],
                     *       "expires_at": "2026-11-21T21:30:00.000Z"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Session"];
                };
            };
            /** @description The password is right; a code is needed too. */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "challenge": "Vn3cX0…",
                     *       "answers": [
                     *         "totp",
                     *         "recovery_code"
                     *       ],
                     *       "expires_at": "2026-11-21T09:30:00.000Z"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["SecondFactorChallenge"];
                };
            };
        };
    };
    readonly signOut: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Signed out. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly answerChallenge: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "challenge": "Vn3cX0…",
                 *       "code": "492039"
                 *     }
                 */
                readonly "application/json": {
                    readonly challenge: string;
                    /**
                     * @description Six digits of the authenticator app, or a recovery code. Each serves once.
                     * @example 492 039
                     */
                    readonly code: string;
                };
            };
        };
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "kind": "user",
                     *       "id": "usr_019aa5d2-7c00-7000-8000-0123456789ab",
                     *       "name": "Ada Example",
                     *       "email": "ada@example.org",
                     *       "role": "owner",
                     *       "scopes": [
                     *         "read",
                     *         "write",
                     *         "issue",
                     *         "admin"
                     *       ],
                     *       "expires_at": "2026-11-21T21:30:00.000Z"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Session"];
                };
            };
        };
    };
    readonly setUp: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly token: string;
                    /**
                     * Format: email
                     * @example ada@example.org
                     */
                    readonly email: string;
                    /**
                     * @description Neither one of the commonest nor one that holds the e-mail address or host name.
                     * @example nine quiet lighthouses
                     */
                    readonly password: string;
                    readonly name?: string | null;
                    readonly company_name?: string | null;
                };
            };
        };
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "kind": "user",
                     *       "id": "usr_019aa5d2-7c00-7000-8000-0123456789ab",
                     *       "name": "Ada Example",
                     *       "email": "ada@example.org",
                     *       "role": "owner",
                     *       "scopes": [
                     *         "read",
                     *         "write",
                     *         "issue",
                     *         "admin"
                     *       ],
                     *       "expires_at": "2026-11-21T21:30:00.000Z"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Session"];
                };
            };
        };
    };
    readonly listOwnSessions: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer 304 if this is its `ETag`. */
                readonly "if-none-match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["OwnSession"][];
                        readonly has_more: boolean;
                        readonly next_cursor: string | null;
                        readonly total?: number;
                    };
                };
            };
            /** @description Unchanged since the `ETag` sent. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly endOtherSessions: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Makes it safe to send the request again: within 24 hours the same key with the same request changes nothing more and gets the same answer, with `Idempotency-Replayed: true`.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                readonly "idempotency-key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Only this session is left. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly endOwnSession: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Makes it safe to send the request again: within 24 hours the same key with the same request changes nothing more and gets the same answer, with `Idempotency-Replayed: true`.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                readonly "idempotency-key"?: string;
            };
            readonly path: {
                /** @description Id of the session. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Ended. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly getOwnSecondFactor: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer 304 if this is its `ETag`. */
                readonly "if-none-match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "enabled": true,
                     *       "confirmed_at": "2026-11-21T09:30:00.000Z",
                     *       "recovery_codes_left": 10
                     *     }
                     */
                    readonly "application/json": components["schemas"]["SecondFactor"];
                };
            };
            /** @description Unchanged since the `ETag` sent. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly enrolSecondFactor: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Makes it safe to send the request again: within 24 hours the same key with the same request changes nothing more and gets the same answer, with `Idempotency-Replayed: true`.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                readonly "idempotency-key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "password": "nine quiet lighthouses"
                 *     }
                 */
                readonly "application/json": {
                    /** @example nine quiet lighthouses */
                    readonly password?: string;
                };
            };
        };
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "secret": "A4DQOBYHA4DQOBYHA4DQOBYHA4DQOBYH",
                     *       "uri": "otpauth://totp/Billwright:ada%40example.org?secret=A4DQOBYH…&issuer=Billwright",
                     *       "qr_svg": "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 45 45\">…</svg>"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["SecondFactorEnrollment"];
                };
            };
        };
    };
    readonly confirmSecondFactor: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Makes it safe to send the request again: within 24 hours the same key with the same request changes nothing more and gets the same answer, with `Idempotency-Replayed: true`.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                readonly "idempotency-key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /**
                     * @description Six digits of the authenticator app. Spaces and hyphens do not count.
                     * @example 492 039
                     */
                    readonly code: string;
                };
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "recovery_codes": [
                     *         "7q2m4x-9k3dvt-c8w5ha-n0f6rz"
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
        };
    };
    readonly renewRecoveryCodes: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Makes it safe to send the request again: within 24 hours the same key with the same request changes nothing more and gets the same answer, with `Idempotency-Replayed: true`.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                readonly "idempotency-key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "code": "492039"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Reauthentication"];
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "recovery_codes": [
                     *         "7q2m4x-9k3dvt-c8w5ha-n0f6rz"
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
        };
    };
    readonly disableSecondFactor: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Makes it safe to send the request again: within 24 hours the same key with the same request changes nothing more and gets the same answer, with `Idempotency-Replayed: true`.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                readonly "idempotency-key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "code": "492039"
                 *     }
                 */
                readonly "application/json": components["schemas"]["Reauthentication"];
            };
        };
        readonly responses: {
            /** @description Off. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly listApiKeys: {
        readonly parameters: {
            readonly query?: {
                /** @description `true`: only revoked keys; else only those that work. */
                readonly revoked?: boolean;
                /** @description Page size, 25 unless given. */
                readonly limit?: number;
                /** @description `next_cursor` of the page before. */
                readonly cursor?: string;
                /** @description `-` in front: descending. */
                readonly sort?: "created_at" | "-created_at";
                /** @description `total` counts all that match. */
                readonly include?: "total";
            };
            readonly header?: {
                /** @description Answer 304 if this is its `ETag`. */
                readonly "if-none-match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["ApiKey"][];
                        readonly has_more: boolean;
                        readonly next_cursor: string | null;
                        readonly total?: number;
                    };
                };
            };
            /** @description Unchanged since the `ETag` sent. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly createApiKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Makes it safe to send the request again: within 24 hours the same key with the same request changes nothing more and gets the same answer, with `Idempotency-Replayed: true`.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                readonly "idempotency-key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @example Nightly export */
                    readonly name: string;
                    /**
                     * @description `read` sees; `write` drafts; `issue` numbers, voids, publishes and pays; `admin` changes settings and access.
                     * @example [
                     *       "read",
                     *       "write"
                     *     ]
                     */
                    readonly scopes: readonly ("read" | "write" | "issue" | "admin")[];
                    readonly expires_at?: string | null;
                };
            };
        };
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "key_019aa5d2-7c00-7000-8000-0123456789ab",
                     *       "name": "Nightly export",
                     *       "hint": "bw_live_03Dv8Zr2kq7yT1pXcM4nWb",
                     *       "scopes": [
                     *         "read",
                     *         "write"
                     *       ],
                     *       "created_at": "2026-11-21T09:30:00.000Z",
                     *       "expires_at": null,
                     *       "last_used_at": null,
                     *       "revoked_at": null,
                     *       "key": "bw_live_03Dv8Zr2kq7yT1pXcM4nWb_…"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["ApiKeyWithSecret"];
                };
            };
        };
    };
    readonly getApiKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer 304 if this is its `ETag`. */
                readonly "if-none-match"?: string;
            };
            readonly path: {
                /** @description Id of the key or the user. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "key_019aa5d2-7c00-7000-8000-0123456789ab",
                     *       "name": "Nightly export",
                     *       "hint": "bw_live_03Dv8Zr2kq7yT1pXcM4nWb",
                     *       "scopes": [
                     *         "read",
                     *         "write"
                     *       ],
                     *       "created_at": "2026-11-21T09:30:00.000Z",
                     *       "expires_at": null,
                     *       "last_used_at": null,
                     *       "revoked_at": null
                     *     }
                     */
                    readonly "application/json": components["schemas"]["ApiKey"];
                };
            };
            /** @description Unchanged since the `ETag` sent. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly revokeApiKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Change only if this is still its `ETag`. */
                readonly "if-match"?: string;
                /**
                 * @description Makes it safe to send the request again: within 24 hours the same key with the same request changes nothing more and gets the same answer, with `Idempotency-Replayed: true`.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                readonly "idempotency-key"?: string;
            };
            readonly path: {
                /** @description Id of the key or the user. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Revoked. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly updateApiKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Change only if this is still its `ETag`. */
                readonly "if-match"?: string;
                /**
                 * @description Makes it safe to send the request again: within 24 hours the same key with the same request changes nothing more and gets the same answer, with `Idempotency-Replayed: true`.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                readonly "idempotency-key"?: string;
            };
            readonly path: {
                /** @description Id of the key or the user. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @example Nightly export */
                    readonly name?: string;
                    /**
                     * @description `read` sees; `write` drafts; `issue` numbers, voids, publishes and pays; `admin` changes settings and access.
                     * @example [
                     *       "read",
                     *       "write"
                     *     ]
                     */
                    readonly scopes?: readonly ("read" | "write" | "issue" | "admin")[];
                    readonly expires_at?: string | null;
                };
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "key_019aa5d2-7c00-7000-8000-0123456789ab",
                     *       "name": "Nightly export",
                     *       "hint": "bw_live_03Dv8Zr2kq7yT1pXcM4nWb",
                     *       "scopes": [
                     *         "read",
                     *         "write"
                     *       ],
                     *       "created_at": "2026-11-21T09:30:00.000Z",
                     *       "expires_at": null,
                     *       "last_used_at": null,
                     *       "revoked_at": null
                     *     }
                     */
                    readonly "application/json": components["schemas"]["ApiKey"];
                };
            };
        };
    };
    readonly listUsers: {
        readonly parameters: {
            readonly query?: {
                /** @description Page size, 25 unless given. */
                readonly limit?: number;
                /** @description `next_cursor` of the page before. */
                readonly cursor?: string;
                /** @description `-` in front: descending. */
                readonly sort?: "created_at" | "-created_at";
                /** @description `total` counts all that match. */
                readonly include?: "total";
            };
            readonly header?: {
                /** @description Answer 304 if this is its `ETag`. */
                readonly "if-none-match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["User"][];
                        readonly has_more: boolean;
                        readonly next_cursor: string | null;
                        readonly total?: number;
                    };
                };
            };
            /** @description Unchanged since the `ETag` sent. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly createUser: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Makes it safe to send the request again: within 24 hours the same key with the same request changes nothing more and gets the same answer, with `Idempotency-Replayed: true`.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                readonly "idempotency-key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /**
                     * Format: email
                     * @example ada@example.org
                     */
                    readonly email: string;
                    /**
                     * @description Neither one of the commonest nor one that holds the e-mail address or host name.
                     * @example nine quiet lighthouses
                     */
                    readonly password: string;
                    /** @enum {string} */
                    readonly role: "owner" | "admin" | "member" | "viewer";
                    readonly name?: string | null;
                };
            };
        };
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "usr_019aa5d2-7c00-7000-8000-0123456789ab",
                     *       "email": "ada@example.org",
                     *       "name": "Ada Example",
                     *       "role": "member",
                     *       "second_factor": true,
                     *       "password": true,
                     *       "created_at": "2026-11-21T09:30:00.000Z",
                     *       "updated_at": "2026-11-21T09:30:00.000Z"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["User"];
                };
            };
        };
    };
    readonly getUser: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer 304 if this is its `ETag`. */
                readonly "if-none-match"?: string;
            };
            readonly path: {
                /** @description Id of the key or the user. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "usr_019aa5d2-7c00-7000-8000-0123456789ab",
                     *       "email": "ada@example.org",
                     *       "name": "Ada Example",
                     *       "role": "member",
                     *       "second_factor": true,
                     *       "password": true,
                     *       "created_at": "2026-11-21T09:30:00.000Z",
                     *       "updated_at": "2026-11-21T09:30:00.000Z"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["User"];
                };
            };
            /** @description Unchanged since the `ETag` sent. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly deleteUser: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Change only if this is still its `ETag`. */
                readonly "if-match"?: string;
                /**
                 * @description Makes it safe to send the request again: within 24 hours the same key with the same request changes nothing more and gets the same answer, with `Idempotency-Replayed: true`.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                readonly "idempotency-key"?: string;
            };
            readonly path: {
                /** @description Id of the key or the user. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Deleted. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly updateUser: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Change only if this is still its `ETag`. */
                readonly "if-match"?: string;
                /**
                 * @description Makes it safe to send the request again: within 24 hours the same key with the same request changes nothing more and gets the same answer, with `Idempotency-Replayed: true`.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                readonly "idempotency-key"?: string;
            };
            readonly path: {
                /** @description Id of the key or the user. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly name?: string | null;
                    /** @enum {string} */
                    readonly role?: "owner" | "admin" | "member" | "viewer";
                    /**
                     * @description Neither one of the commonest nor one that holds the e-mail address or host name.
                     * @example nine quiet lighthouses
                     */
                    readonly password?: string;
                    /** @example nine quiet lighthouses */
                    readonly current_password?: string;
                };
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "usr_019aa5d2-7c00-7000-8000-0123456789ab",
                     *       "email": "ada@example.org",
                     *       "name": "Ada Example",
                     *       "role": "member",
                     *       "second_factor": true,
                     *       "password": true,
                     *       "created_at": "2026-11-21T09:30:00.000Z",
                     *       "updated_at": "2026-11-21T09:30:00.000Z"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["User"];
                };
            };
        };
    };
    readonly resetUserSecondFactor: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Change only if this is still its `ETag`. */
                readonly "if-match"?: string;
                /**
                 * @description Makes it safe to send the request again: within 24 hours the same key with the same request changes nothing more and gets the same answer, with `Idempotency-Replayed: true`.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                readonly "idempotency-key"?: string;
            };
            readonly path: {
                /** @description Id of the key or the user. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description There is none any more. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly listEvents: {
        readonly parameters: {
            readonly query?: {
                /** @description One type, all of a resource as `invoice.*`, or `*`. */
                readonly type?: string;
                /** @description Of one resource only. */
                readonly resource_id?: string;
                /** @description Only later than this event. */
                readonly after?: string;
                /** @description Page size, 25 unless given. */
                readonly limit?: number;
                /** @description `next_cursor` of the page before. */
                readonly cursor?: string;
                /** @description `-` in front: descending. */
                readonly sort?: "created_at" | "-created_at";
                /** @description `total` counts all that match. */
                readonly include?: "total";
            };
            readonly header?: {
                /** @description Answer 304 if this is its `ETag`. */
                readonly "if-none-match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["Event"][];
                        readonly has_more: boolean;
                        readonly next_cursor: string | null;
                        readonly total?: number;
                    };
                };
            };
            /** @description Unchanged since the `ETag` sent. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly getEvent: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer 304 if this is its `ETag`. */
                readonly "if-none-match"?: string;
            };
            readonly path: {
                /** @description Id of the event. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "evt_019a9e2c-7f04-7c3b-9d52-6f5d5b7f2a10",
                     *       "type": "invoice.issued",
                     *       "sequence": 42,
                     *       "resource": {
                     *         "type": "invoice",
                     *         "id": "inv_019a9e2c-6f04-7c3b-9d52-6f5d5b7f2a10"
                     *       },
                     *       "actor": {
                     *         "kind": "key",
                     *         "id": "key_019a9e2c-5f04-7c3b-9d52-6f5d5b7f2a10",
                     *         "name": "Shop"
                     *       },
                     *       "created_at": "2026-11-21T09:05:00.000Z",
                     *       "data": {
                     *         "id": "inv_019a9e2c-6f04-7c3b-9d52-6f5d5b7f2a10",
                     *         "type": "invoice",
                     *         "number": "INV-2026-0042",
                     *         "status": "sent",
                     *         "customer_id": "cus_019a9e2c-4f04-7c3b-9d52-6f5d5b7f2a10",
                     *         "customer_name": "Fernweh Books",
                     *         "issue_date": "2026-11-21",
                     *         "due_date": "2026-12-21",
                     *         "currency": "EUR",
                     *         "total": "142.80",
                     *         "paid": "0.00",
                     *         "due": "142.80",
                     *         "published": false,
                     *         "version": 2
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Event"];
                };
            };
            /** @description Unchanged since the `ETag` sent. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly listWebhooks: {
        readonly parameters: {
            readonly query?: {
                /** @description Page size, 25 unless given. */
                readonly limit?: number;
                /** @description `next_cursor` of the page before. */
                readonly cursor?: string;
                /** @description `-` in front: descending. */
                readonly sort?: "created_at" | "-created_at";
                /** @description `total` counts all that match. */
                readonly include?: "total";
            };
            readonly header?: {
                /** @description Answer 304 if this is its `ETag`. */
                readonly "if-none-match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["Webhook"][];
                        readonly has_more: boolean;
                        readonly next_cursor: string | null;
                        readonly total?: number;
                    };
                };
            };
            /** @description Unchanged since the `ETag` sent. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly createWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Makes it safe to send the request again: within 24 hours the same key with the same request changes nothing more and gets the same answer, with `Idempotency-Replayed: true`.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                readonly "idempotency-key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /**
                     * @description https, at a public address, unless the operator allows another.
                     * @example https://shop.example.org/hooks/billwright
                     */
                    readonly url: string;
                    readonly description?: string | null;
                    /**
                     * @description Types, all of a resource as `invoice.*`, or `*`, which is what it is unless told.
                     * @example [
                     *       "invoice.*",
                     *       "webhook.paused"
                     *     ]
                     */
                    readonly event_types?: readonly string[];
                };
            };
        };
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "whk_019aa5d2-7c00-7000-8000-0123456789ab",
                     *       "url": "https://shop.example.org/hooks/billwright",
                     *       "description": "Ships what is paid",
                     *       "event_types": [
                     *         "invoice.*",
                     *         "webhook.paused"
                     *       ],
                     *       "status": "enabled",
                     *       "paused_reason": null,
                     *       "paused_at": null,
                     *       "last_success_at": "2026-11-21T09:30:00.000Z",
                     *       "last_failure_at": null,
                     *       "previous_secret_until": null,
                     *       "version": 1,
                     *       "created_at": "2026-11-20T08:00:00.000Z",
                     *       "updated_at": "2026-11-20T08:00:00.000Z",
                     *       "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo="
                     *     }
                     */
                    readonly "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
        };
    };
    readonly getWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer 304 if this is its `ETag`. */
                readonly "if-none-match"?: string;
            };
            readonly path: {
                /** @description Id of the webhook. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "whk_019aa5d2-7c00-7000-8000-0123456789ab",
                     *       "url": "https://shop.example.org/hooks/billwright",
                     *       "description": "Ships what is paid",
                     *       "event_types": [
                     *         "invoice.*",
                     *         "webhook.paused"
                     *       ],
                     *       "status": "enabled",
                     *       "paused_reason": null,
                     *       "paused_at": null,
                     *       "last_success_at": "2026-11-21T09:30:00.000Z",
                     *       "last_failure_at": null,
                     *       "previous_secret_until": null,
                     *       "version": 1,
                     *       "created_at": "2026-11-20T08:00:00.000Z",
                     *       "updated_at": "2026-11-20T08:00:00.000Z"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description Unchanged since the `ETag` sent. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly putWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Change only if this is still its `ETag`. */
                readonly "if-match"?: string;
                /**
                 * @description Makes it safe to send the request again: within 24 hours the same key with the same request changes nothing more and gets the same answer, with `Idempotency-Replayed: true`.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                readonly "idempotency-key"?: string;
            };
            readonly path: {
                /** @description Id of the webhook. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "status": "paused"
                 *     }
                 */
                readonly "application/json": {
                    /**
                     * @description https, at a public address, unless the operator allows another.
                     * @example https://shop.example.org/hooks/billwright
                     */
                    readonly url?: string;
                    readonly description?: string | null;
                    /**
                     * @description Types, all of a resource as `invoice.*`, or `*`, which is what it is unless told.
                     * @example [
                     *       "invoice.*",
                     *       "webhook.paused"
                     *     ]
                     */
                    readonly event_types?: readonly string[];
                    /**
                     * @description `enabled`: sent to; `paused`: deliveries are collected and wait; `disabled`: none are collected.
                     * @enum {string}
                     */
                    readonly status?: "enabled" | "paused" | "disabled";
                };
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "whk_019aa5d2-7c00-7000-8000-0123456789ab",
                     *       "url": "https://shop.example.org/hooks/billwright",
                     *       "description": "Ships what is paid",
                     *       "event_types": [
                     *         "invoice.*",
                     *         "webhook.paused"
                     *       ],
                     *       "status": "enabled",
                     *       "paused_reason": null,
                     *       "paused_at": null,
                     *       "last_success_at": "2026-11-21T09:30:00.000Z",
                     *       "last_failure_at": null,
                     *       "previous_secret_until": null,
                     *       "version": 1,
                     *       "created_at": "2026-11-20T08:00:00.000Z",
                     *       "updated_at": "2026-11-20T08:00:00.000Z"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    readonly deleteWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Change only if this is still its `ETag`. */
                readonly "if-match"?: string;
                /**
                 * @description Makes it safe to send the request again: within 24 hours the same key with the same request changes nothing more and gets the same answer, with `Idempotency-Replayed: true`.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                readonly "idempotency-key"?: string;
            };
            readonly path: {
                /** @description Id of the webhook. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Deleted. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly patchWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Change only if this is still its `ETag`. */
                readonly "if-match"?: string;
                /**
                 * @description Makes it safe to send the request again: within 24 hours the same key with the same request changes nothing more and gets the same answer, with `Idempotency-Replayed: true`.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                readonly "idempotency-key"?: string;
            };
            readonly path: {
                /** @description Id of the webhook. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "status": "paused"
                 *     }
                 */
                readonly "application/json": {
                    /**
                     * @description https, at a public address, unless the operator allows another.
                     * @example https://shop.example.org/hooks/billwright
                     */
                    readonly url?: string;
                    readonly description?: string | null;
                    /**
                     * @description Types, all of a resource as `invoice.*`, or `*`, which is what it is unless told.
                     * @example [
                     *       "invoice.*",
                     *       "webhook.paused"
                     *     ]
                     */
                    readonly event_types?: readonly string[];
                    /**
                     * @description `enabled`: sent to; `paused`: deliveries are collected and wait; `disabled`: none are collected.
                     * @enum {string}
                     */
                    readonly status?: "enabled" | "paused" | "disabled";
                };
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "whk_019aa5d2-7c00-7000-8000-0123456789ab",
                     *       "url": "https://shop.example.org/hooks/billwright",
                     *       "description": "Ships what is paid",
                     *       "event_types": [
                     *         "invoice.*",
                     *         "webhook.paused"
                     *       ],
                     *       "status": "enabled",
                     *       "paused_reason": null,
                     *       "paused_at": null,
                     *       "last_success_at": "2026-11-21T09:30:00.000Z",
                     *       "last_failure_at": null,
                     *       "previous_secret_until": null,
                     *       "version": 1,
                     *       "created_at": "2026-11-20T08:00:00.000Z",
                     *       "updated_at": "2026-11-20T08:00:00.000Z"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    readonly rotateWebhookSecret: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Change only if this is still its `ETag`. */
                readonly "if-match"?: string;
                /**
                 * @description Makes it safe to send the request again: within 24 hours the same key with the same request changes nothing more and gets the same answer, with `Idempotency-Replayed: true`.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                readonly "idempotency-key"?: string;
            };
            readonly path: {
                /** @description Id of the webhook. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "whk_019aa5d2-7c00-7000-8000-0123456789ab",
                     *       "url": "https://shop.example.org/hooks/billwright",
                     *       "description": "Ships what is paid",
                     *       "event_types": [
                     *         "invoice.*",
                     *         "webhook.paused"
                     *       ],
                     *       "status": "enabled",
                     *       "paused_reason": null,
                     *       "paused_at": null,
                     *       "last_success_at": "2026-11-21T09:30:00.000Z",
                     *       "last_failure_at": null,
                     *       "previous_secret_until": null,
                     *       "version": 1,
                     *       "created_at": "2026-11-20T08:00:00.000Z",
                     *       "updated_at": "2026-11-20T08:00:00.000Z",
                     *       "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo="
                     *     }
                     */
                    readonly "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
        };
    };
    readonly testWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Change only if this is still its `ETag`. */
                readonly "if-match"?: string;
                /**
                 * @description Makes it safe to send the request again: within 24 hours the same key with the same request changes nothing more and gets the same answer, with `Idempotency-Replayed: true`.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                readonly "idempotency-key"?: string;
            };
            readonly path: {
                /** @description Id of the webhook. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "dlv_019aa5d2-8c00-7000-8000-0123456789ab",
                     *       "webhook_id": "whk_019aa5d2-7c00-7000-8000-0123456789ab",
                     *       "event_id": "evt_019aa5d2-8c00-7000-8000-fedcba987654",
                     *       "event_type": "invoice.paid",
                     *       "resource": {
                     *         "type": "invoice",
                     *         "id": "inv_019a9e2c-6f04-7c3b-9d52-6f5d5b7f2a10"
                     *       },
                     *       "status": "delivered",
                     *       "attempt_count": 2,
                     *       "next_attempt_at": null,
                     *       "last_http_status": 204,
                     *       "last_error": null,
                     *       "created_at": "2026-11-21T09:30:00.000Z",
                     *       "finished_at": "2026-11-21T09:30:05.310Z",
                     *       "body": "{\"id\":\"evt_019aa5d2-8c00-7000-8000-fedcba987654\",\"type\":\"invoice.paid\",\"timestamp\":\"2026-11-21T09:30:00.000Z\",\"resource\":{\"type\":\"invoice\",\"id\":\"inv_019a9e2c-6f04-7c3b-9d52-6f5d5b7f2a10\"},\"data\":{\"id\":\"inv_019a9e2c-6f04-7c3b-9d52-6f5d5b7f2a10\",\"number\":\"INV-2026-0042\",\"status\":\"paid\"}}",
                     *       "attempts": [
                     *         {
                     *           "number": 1,
                     *           "at": "2026-11-21T09:30:00.000Z",
                     *           "duration_ms": 182,
                     *           "http_status": 503,
                     *           "error": "The receiver answered with status 503.",
                     *           "answer": "starting up"
                     *         },
                     *         {
                     *           "number": 2,
                     *           "at": "2026-11-21T09:30:05.210Z",
                     *           "duration_ms": 96,
                     *           "http_status": 204,
                     *           "error": null,
                     *           "answer": ""
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["WebhookDeliveryDetail"];
                };
            };
        };
    };
    readonly listWebhookDeliveries: {
        readonly parameters: {
            readonly query?: {
                /** @description Only deliveries of this status. */
                readonly status?: "pending" | "delivered" | "failed";
                /** @description Only of this event. */
                readonly event_id?: string;
                /** @description Page size, 25 unless given. */
                readonly limit?: number;
                /** @description `next_cursor` of the page before. */
                readonly cursor?: string;
                /** @description `-` in front: descending. */
                readonly sort?: "created_at" | "-created_at";
                /** @description `total` counts all that match. */
                readonly include?: "total";
            };
            readonly header?: {
                /** @description Answer 304 if this is its `ETag`. */
                readonly "if-none-match"?: string;
            };
            readonly path: {
                /** @description Id of the webhook. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["WebhookDelivery"][];
                        readonly has_more: boolean;
                        readonly next_cursor: string | null;
                        readonly total?: number;
                    };
                };
            };
            /** @description Unchanged since the `ETag` sent. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly getWebhookDelivery: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer 304 if this is its `ETag`. */
                readonly "if-none-match"?: string;
            };
            readonly path: {
                /** @description Id of the webhook. */
                readonly id: string;
                /** @description Id of the delivery. */
                readonly delivery_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "dlv_019aa5d2-8c00-7000-8000-0123456789ab",
                     *       "webhook_id": "whk_019aa5d2-7c00-7000-8000-0123456789ab",
                     *       "event_id": "evt_019aa5d2-8c00-7000-8000-fedcba987654",
                     *       "event_type": "invoice.paid",
                     *       "resource": {
                     *         "type": "invoice",
                     *         "id": "inv_019a9e2c-6f04-7c3b-9d52-6f5d5b7f2a10"
                     *       },
                     *       "status": "delivered",
                     *       "attempt_count": 2,
                     *       "next_attempt_at": null,
                     *       "last_http_status": 204,
                     *       "last_error": null,
                     *       "created_at": "2026-11-21T09:30:00.000Z",
                     *       "finished_at": "2026-11-21T09:30:05.310Z",
                     *       "body": "{\"id\":\"evt_019aa5d2-8c00-7000-8000-fedcba987654\",\"type\":\"invoice.paid\",\"timestamp\":\"2026-11-21T09:30:00.000Z\",\"resource\":{\"type\":\"invoice\",\"id\":\"inv_019a9e2c-6f04-7c3b-9d52-6f5d5b7f2a10\"},\"data\":{\"id\":\"inv_019a9e2c-6f04-7c3b-9d52-6f5d5b7f2a10\",\"number\":\"INV-2026-0042\",\"status\":\"paid\"}}",
                     *       "attempts": [
                     *         {
                     *           "number": 1,
                     *           "at": "2026-11-21T09:30:00.000Z",
                     *           "duration_ms": 182,
                     *           "http_status": 503,
                     *           "error": "The receiver answered with status 503.",
                     *           "answer": "starting up"
                     *         },
                     *         {
                     *           "number": 2,
                     *           "at": "2026-11-21T09:30:05.210Z",
                     *           "duration_ms": 96,
                     *           "http_status": 204,
                     *           "error": null,
                     *           "answer": ""
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["WebhookDeliveryDetail"];
                };
            };
            /** @description Unchanged since the `ETag` sent. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly redeliverWebhookDelivery: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Change only if this is still its `ETag`. */
                readonly "if-match"?: string;
                /**
                 * @description Makes it safe to send the request again: within 24 hours the same key with the same request changes nothing more and gets the same answer, with `Idempotency-Replayed: true`.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                readonly "idempotency-key"?: string;
            };
            readonly path: {
                /** @description Id of the webhook. */
                readonly id: string;
                /** @description Id of the delivery. */
                readonly delivery_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "dlv_019aa5d2-8c00-7000-8000-0123456789ab",
                     *       "webhook_id": "whk_019aa5d2-7c00-7000-8000-0123456789ab",
                     *       "event_id": "evt_019aa5d2-8c00-7000-8000-fedcba987654",
                     *       "event_type": "invoice.paid",
                     *       "resource": {
                     *         "type": "invoice",
                     *         "id": "inv_019a9e2c-6f04-7c3b-9d52-6f5d5b7f2a10"
                     *       },
                     *       "status": "delivered",
                     *       "attempt_count": 2,
                     *       "next_attempt_at": null,
                     *       "last_http_status": 204,
                     *       "last_error": null,
                     *       "created_at": "2026-11-21T09:30:00.000Z",
                     *       "finished_at": "2026-11-21T09:30:05.310Z",
                     *       "body": "{\"id\":\"evt_019aa5d2-8c00-7000-8000-fedcba987654\",\"type\":\"invoice.paid\",\"timestamp\":\"2026-11-21T09:30:00.000Z\",\"resource\":{\"type\":\"invoice\",\"id\":\"inv_019a9e2c-6f04-7c3b-9d52-6f5d5b7f2a10\"},\"data\":{\"id\":\"inv_019a9e2c-6f04-7c3b-9d52-6f5d5b7f2a10\",\"number\":\"INV-2026-0042\",\"status\":\"paid\"}}",
                     *       "attempts": [
                     *         {
                     *           "number": 1,
                     *           "at": "2026-11-21T09:30:00.000Z",
                     *           "duration_ms": 182,
                     *           "http_status": 503,
                     *           "error": "The receiver answered with status 503.",
                     *           "answer": "starting up"
                     *         },
                     *         {
                     *           "number": 2,
                     *           "at": "2026-11-21T09:30:05.210Z",
                     *           "duration_ms": 96,
                     *           "http_status": 204,
                     *           "error": null,
                     *           "answer": ""
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["WebhookDeliveryDetail"];
                };
            };
        };
    };
    readonly getSettings: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer 304 if this is its `ETag`. */
                readonly "if-none-match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "templateId": "minimalist-clean",
                     *       "logo": null,
                     *       "accentColor": "#1f4e79",
                     *       "companyName": "Ink & Stone Studio",
                     *       "companyContact": "Mara Voss",
                     *       "companyEmail": "billing@ink-and-stone.example",
                     *       "companyPhone": "+49 30 5550199",
                     *       "companyWebsite": "https://ink-and-stone.example",
                     *       "companyAddress": {
                     *         "line1": "Lindenweg 4",
                     *         "line2": null,
                     *         "city": "Berlin",
                     *         "postalCode": "10115",
                     *         "region": null,
                     *         "countryCode": "DE"
                     *       },
                     *       "companyTradingName": null,
                     *       "companyLegalForm": null,
                     *       "companyTaxId": "DE123456789",
                     *       "companyTaxNumber": null,
                     *       "companyRegistrationId": "HRB 12345",
                     *       "companyRegistrationScheme": null,
                     *       "taxRepresentative": null,
                     *       "companyEndpoint": {
                     *         "scheme": "9930",
                     *         "id": "DE123456789"
                     *       },
                     *       "bankAccount": {
                     *         "holder": "Ink & Stone Studio",
                     *         "iban": "DE89370400440532013000",
                     *         "bic": "COBADEFFXXX",
                     *         "bankName": null,
                     *         "creditorId": null,
                     *         "qrIban": null
                     *       },
                     *       "paymentInstructions": null,
                     *       "paymentMeans": null,
                     *       "eInvoiceProfile": null,
                     *       "currency": "EUR",
                     *       "locale": "de",
                     *       "timeZone": "Europe/Berlin",
                     *       "dateFormat": "medium",
                     *       "taxLabel": null,
                     *       "defaultTax": {
                     *         "category": "S",
                     *         "rate": "19"
                     *       },
                     *       "pricesIncludeTax": false,
                     *       "rounding": "document",
                     *       "paymentTermsDays": 30,
                     *       "defaultTerms": null,
                     *       "defaultNotes": "Thank you for your business.",
                     *       "invoiceNumbering": {
                     *         "pattern": "INV-{YYYY}-{SEQ:4}",
                     *         "reset": "yearly"
                     *       },
                     *       "creditNoteNumbering": {
                     *         "pattern": "CN-{YYYY}-{SEQ:4}",
                     *         "reset": "yearly"
                     *       },
                     *       "lockIssuedInvoices": true
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Settings"];
                };
            };
            /** @description Unchanged since the `ETag` sent. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly putSettings: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Change only if this is still its `ETag`. */
                readonly "if-match"?: string;
                /**
                 * @description Makes it safe to send the request again: within 24 hours the same key with the same request changes nothing more and gets the same answer, with `Idempotency-Replayed: true`.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                readonly "idempotency-key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "companyName": "Ink & Stone",
                 *       "companyAddress": {
                 *         "city": "Berlin",
                 *         "countryCode": "DE"
                 *       }
                 *     }
                 */
                readonly "application/json": components["schemas"]["SettingsInput"];
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "templateId": "minimalist-clean",
                     *       "logo": null,
                     *       "accentColor": "#1f4e79",
                     *       "companyName": "Ink & Stone Studio",
                     *       "companyContact": "Mara Voss",
                     *       "companyEmail": "billing@ink-and-stone.example",
                     *       "companyPhone": "+49 30 5550199",
                     *       "companyWebsite": "https://ink-and-stone.example",
                     *       "companyAddress": {
                     *         "line1": "Lindenweg 4",
                     *         "line2": null,
                     *         "city": "Berlin",
                     *         "postalCode": "10115",
                     *         "region": null,
                     *         "countryCode": "DE"
                     *       },
                     *       "companyTradingName": null,
                     *       "companyLegalForm": null,
                     *       "companyTaxId": "DE123456789",
                     *       "companyTaxNumber": null,
                     *       "companyRegistrationId": "HRB 12345",
                     *       "companyRegistrationScheme": null,
                     *       "taxRepresentative": null,
                     *       "companyEndpoint": {
                     *         "scheme": "9930",
                     *         "id": "DE123456789"
                     *       },
                     *       "bankAccount": {
                     *         "holder": "Ink & Stone Studio",
                     *         "iban": "DE89370400440532013000",
                     *         "bic": "COBADEFFXXX",
                     *         "bankName": null,
                     *         "creditorId": null,
                     *         "qrIban": null
                     *       },
                     *       "paymentInstructions": null,
                     *       "paymentMeans": null,
                     *       "eInvoiceProfile": null,
                     *       "currency": "EUR",
                     *       "locale": "de",
                     *       "timeZone": "Europe/Berlin",
                     *       "dateFormat": "medium",
                     *       "taxLabel": null,
                     *       "defaultTax": {
                     *         "category": "S",
                     *         "rate": "19"
                     *       },
                     *       "pricesIncludeTax": false,
                     *       "rounding": "document",
                     *       "paymentTermsDays": 30,
                     *       "defaultTerms": null,
                     *       "defaultNotes": "Thank you for your business.",
                     *       "invoiceNumbering": {
                     *         "pattern": "INV-{YYYY}-{SEQ:4}",
                     *         "reset": "yearly"
                     *       },
                     *       "creditNoteNumbering": {
                     *         "pattern": "CN-{YYYY}-{SEQ:4}",
                     *         "reset": "yearly"
                     *       },
                     *       "lockIssuedInvoices": true
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Settings"];
                };
            };
        };
    };
    readonly patchSettings: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Change only if this is still its `ETag`. */
                readonly "if-match"?: string;
                /**
                 * @description Makes it safe to send the request again: within 24 hours the same key with the same request changes nothing more and gets the same answer, with `Idempotency-Replayed: true`.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                readonly "idempotency-key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "companyName": "Ink & Stone",
                 *       "companyAddress": {
                 *         "city": "Berlin",
                 *         "countryCode": "DE"
                 *       }
                 *     }
                 */
                readonly "application/json": components["schemas"]["SettingsInput"];
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "templateId": "minimalist-clean",
                     *       "logo": null,
                     *       "accentColor": "#1f4e79",
                     *       "companyName": "Ink & Stone Studio",
                     *       "companyContact": "Mara Voss",
                     *       "companyEmail": "billing@ink-and-stone.example",
                     *       "companyPhone": "+49 30 5550199",
                     *       "companyWebsite": "https://ink-and-stone.example",
                     *       "companyAddress": {
                     *         "line1": "Lindenweg 4",
                     *         "line2": null,
                     *         "city": "Berlin",
                     *         "postalCode": "10115",
                     *         "region": null,
                     *         "countryCode": "DE"
                     *       },
                     *       "companyTradingName": null,
                     *       "companyLegalForm": null,
                     *       "companyTaxId": "DE123456789",
                     *       "companyTaxNumber": null,
                     *       "companyRegistrationId": "HRB 12345",
                     *       "companyRegistrationScheme": null,
                     *       "taxRepresentative": null,
                     *       "companyEndpoint": {
                     *         "scheme": "9930",
                     *         "id": "DE123456789"
                     *       },
                     *       "bankAccount": {
                     *         "holder": "Ink & Stone Studio",
                     *         "iban": "DE89370400440532013000",
                     *         "bic": "COBADEFFXXX",
                     *         "bankName": null,
                     *         "creditorId": null,
                     *         "qrIban": null
                     *       },
                     *       "paymentInstructions": null,
                     *       "paymentMeans": null,
                     *       "eInvoiceProfile": null,
                     *       "currency": "EUR",
                     *       "locale": "de",
                     *       "timeZone": "Europe/Berlin",
                     *       "dateFormat": "medium",
                     *       "taxLabel": null,
                     *       "defaultTax": {
                     *         "category": "S",
                     *         "rate": "19"
                     *       },
                     *       "pricesIncludeTax": false,
                     *       "rounding": "document",
                     *       "paymentTermsDays": 30,
                     *       "defaultTerms": null,
                     *       "defaultNotes": "Thank you for your business.",
                     *       "invoiceNumbering": {
                     *         "pattern": "INV-{YYYY}-{SEQ:4}",
                     *         "reset": "yearly"
                     *       },
                     *       "creditNoteNumbering": {
                     *         "pattern": "CN-{YYYY}-{SEQ:4}",
                     *         "reset": "yearly"
                     *       },
                     *       "lockIssuedInvoices": true
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Settings"];
                };
            };
        };
    };
    readonly getAdminSettings: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer 304 if this is its `ETag`. */
                readonly "if-none-match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "templateId": "minimalist-clean",
                     *       "logo": null,
                     *       "accentColor": "#1f4e79",
                     *       "companyName": "Ink & Stone Studio",
                     *       "companyContact": "Mara Voss",
                     *       "companyEmail": "billing@ink-and-stone.example",
                     *       "companyPhone": "+49 30 5550199",
                     *       "companyWebsite": "https://ink-and-stone.example",
                     *       "companyAddress": {
                     *         "line1": "Lindenweg 4",
                     *         "line2": null,
                     *         "city": "Berlin",
                     *         "postalCode": "10115",
                     *         "region": null,
                     *         "countryCode": "DE"
                     *       },
                     *       "companyTradingName": null,
                     *       "companyLegalForm": null,
                     *       "companyTaxId": "DE123456789",
                     *       "companyTaxNumber": null,
                     *       "companyRegistrationId": "HRB 12345",
                     *       "companyRegistrationScheme": null,
                     *       "taxRepresentative": null,
                     *       "companyEndpoint": {
                     *         "scheme": "9930",
                     *         "id": "DE123456789"
                     *       },
                     *       "bankAccount": {
                     *         "holder": "Ink & Stone Studio",
                     *         "iban": "DE89370400440532013000",
                     *         "bic": "COBADEFFXXX",
                     *         "bankName": null,
                     *         "creditorId": null,
                     *         "qrIban": null
                     *       },
                     *       "paymentInstructions": null,
                     *       "paymentMeans": null,
                     *       "eInvoiceProfile": null,
                     *       "currency": "EUR",
                     *       "locale": "de",
                     *       "timeZone": "Europe/Berlin",
                     *       "dateFormat": "medium",
                     *       "taxLabel": null,
                     *       "defaultTax": {
                     *         "category": "S",
                     *         "rate": "19"
                     *       },
                     *       "pricesIncludeTax": false,
                     *       "rounding": "document",
                     *       "paymentTermsDays": 30,
                     *       "defaultTerms": null,
                     *       "defaultNotes": "Thank you for your business.",
                     *       "invoiceNumbering": {
                     *         "pattern": "INV-{YYYY}-{SEQ:4}",
                     *         "reset": "yearly"
                     *       },
                     *       "creditNoteNumbering": {
                     *         "pattern": "CN-{YYYY}-{SEQ:4}",
                     *         "reset": "yearly"
                     *       },
                     *       "lockIssuedInvoices": true
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Settings"];
                };
            };
            /** @description Unchanged since the `ETag` sent. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly putAdminSettings: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Change only if this is still its `ETag`. */
                readonly "if-match"?: string;
                /**
                 * @description Makes it safe to send the request again: within 24 hours the same key with the same request changes nothing more and gets the same answer, with `Idempotency-Replayed: true`.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                readonly "idempotency-key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "companyName": "Ink & Stone",
                 *       "companyAddress": {
                 *         "city": "Berlin",
                 *         "countryCode": "DE"
                 *       }
                 *     }
                 */
                readonly "application/json": components["schemas"]["SettingsInput"];
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "templateId": "minimalist-clean",
                     *       "logo": null,
                     *       "accentColor": "#1f4e79",
                     *       "companyName": "Ink & Stone Studio",
                     *       "companyContact": "Mara Voss",
                     *       "companyEmail": "billing@ink-and-stone.example",
                     *       "companyPhone": "+49 30 5550199",
                     *       "companyWebsite": "https://ink-and-stone.example",
                     *       "companyAddress": {
                     *         "line1": "Lindenweg 4",
                     *         "line2": null,
                     *         "city": "Berlin",
                     *         "postalCode": "10115",
                     *         "region": null,
                     *         "countryCode": "DE"
                     *       },
                     *       "companyTradingName": null,
                     *       "companyLegalForm": null,
                     *       "companyTaxId": "DE123456789",
                     *       "companyTaxNumber": null,
                     *       "companyRegistrationId": "HRB 12345",
                     *       "companyRegistrationScheme": null,
                     *       "taxRepresentative": null,
                     *       "companyEndpoint": {
                     *         "scheme": "9930",
                     *         "id": "DE123456789"
                     *       },
                     *       "bankAccount": {
                     *         "holder": "Ink & Stone Studio",
                     *         "iban": "DE89370400440532013000",
                     *         "bic": "COBADEFFXXX",
                     *         "bankName": null,
                     *         "creditorId": null,
                     *         "qrIban": null
                     *       },
                     *       "paymentInstructions": null,
                     *       "paymentMeans": null,
                     *       "eInvoiceProfile": null,
                     *       "currency": "EUR",
                     *       "locale": "de",
                     *       "timeZone": "Europe/Berlin",
                     *       "dateFormat": "medium",
                     *       "taxLabel": null,
                     *       "defaultTax": {
                     *         "category": "S",
                     *         "rate": "19"
                     *       },
                     *       "pricesIncludeTax": false,
                     *       "rounding": "document",
                     *       "paymentTermsDays": 30,
                     *       "defaultTerms": null,
                     *       "defaultNotes": "Thank you for your business.",
                     *       "invoiceNumbering": {
                     *         "pattern": "INV-{YYYY}-{SEQ:4}",
                     *         "reset": "yearly"
                     *       },
                     *       "creditNoteNumbering": {
                     *         "pattern": "CN-{YYYY}-{SEQ:4}",
                     *         "reset": "yearly"
                     *       },
                     *       "lockIssuedInvoices": true
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Settings"];
                };
            };
        };
    };
    readonly patchAdminSettings: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Change only if this is still its `ETag`. */
                readonly "if-match"?: string;
                /**
                 * @description Makes it safe to send the request again: within 24 hours the same key with the same request changes nothing more and gets the same answer, with `Idempotency-Replayed: true`.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                readonly "idempotency-key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "companyName": "Ink & Stone",
                 *       "companyAddress": {
                 *         "city": "Berlin",
                 *         "countryCode": "DE"
                 *       }
                 *     }
                 */
                readonly "application/json": components["schemas"]["SettingsInput"];
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "templateId": "minimalist-clean",
                     *       "logo": null,
                     *       "accentColor": "#1f4e79",
                     *       "companyName": "Ink & Stone Studio",
                     *       "companyContact": "Mara Voss",
                     *       "companyEmail": "billing@ink-and-stone.example",
                     *       "companyPhone": "+49 30 5550199",
                     *       "companyWebsite": "https://ink-and-stone.example",
                     *       "companyAddress": {
                     *         "line1": "Lindenweg 4",
                     *         "line2": null,
                     *         "city": "Berlin",
                     *         "postalCode": "10115",
                     *         "region": null,
                     *         "countryCode": "DE"
                     *       },
                     *       "companyTradingName": null,
                     *       "companyLegalForm": null,
                     *       "companyTaxId": "DE123456789",
                     *       "companyTaxNumber": null,
                     *       "companyRegistrationId": "HRB 12345",
                     *       "companyRegistrationScheme": null,
                     *       "taxRepresentative": null,
                     *       "companyEndpoint": {
                     *         "scheme": "9930",
                     *         "id": "DE123456789"
                     *       },
                     *       "bankAccount": {
                     *         "holder": "Ink & Stone Studio",
                     *         "iban": "DE89370400440532013000",
                     *         "bic": "COBADEFFXXX",
                     *         "bankName": null,
                     *         "creditorId": null,
                     *         "qrIban": null
                     *       },
                     *       "paymentInstructions": null,
                     *       "paymentMeans": null,
                     *       "eInvoiceProfile": null,
                     *       "currency": "EUR",
                     *       "locale": "de",
                     *       "timeZone": "Europe/Berlin",
                     *       "dateFormat": "medium",
                     *       "taxLabel": null,
                     *       "defaultTax": {
                     *         "category": "S",
                     *         "rate": "19"
                     *       },
                     *       "pricesIncludeTax": false,
                     *       "rounding": "document",
                     *       "paymentTermsDays": 30,
                     *       "defaultTerms": null,
                     *       "defaultNotes": "Thank you for your business.",
                     *       "invoiceNumbering": {
                     *         "pattern": "INV-{YYYY}-{SEQ:4}",
                     *         "reset": "yearly"
                     *       },
                     *       "creditNoteNumbering": {
                     *         "pattern": "CN-{YYYY}-{SEQ:4}",
                     *         "reset": "yearly"
                     *       },
                     *       "lockIssuedInvoices": true
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Settings"];
                };
            };
        };
    };
    readonly listCustomers: {
        readonly parameters: {
            readonly query?: {
                /** @description Words to be found in name, contact, e-mail, city or tax id. */
                readonly q?: string;
                /** @description ISO 3166-1 alpha-2. */
                readonly country?: string;
                /** @description `true`: only archived; `false`: only others; else all. */
                readonly archived?: boolean;
                /** @description Page size, 25 unless given. */
                readonly limit?: number;
                /** @description `next_cursor` of the page before. */
                readonly cursor?: string;
                /** @description `-` in front: descending. */
                readonly sort?: "name" | "-name" | "created_at" | "-created_at";
                /** @description `total` counts all that match. */
                readonly include?: "total";
            };
            readonly header?: {
                /** @description Answer 304 if this is its `ETag`. */
                readonly "if-none-match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["Customer"][];
                        readonly has_more: boolean;
                        readonly next_cursor: string | null;
                        readonly total?: number;
                    };
                };
            };
            /** @description Unchanged since the `ETag` sent. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly createCustomer: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Makes it safe to send the request again: within 24 hours the same key with the same request changes nothing more and gets the same answer, with `Idempotency-Replayed: true`.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                readonly "idempotency-key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "name": "Northwind Robotics GmbH",
                 *       "email": "accounts@northwind.example",
                 *       "address": {
                 *         "line1": "Hafenstraße 12",
                 *         "city": "Hamburg",
                 *         "postal_code": "20457",
                 *         "country_code": "DE"
                 *       },
                 *       "tax_id": "DE987654321"
                 *     }
                 */
                readonly "application/json": components["schemas"]["CustomerCreate"];
            };
        };
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "cus_019aa3f0-6c1e-7b52-9d35-3f1b6a0c8e47",
                     *       "name": "Northwind Robotics GmbH",
                     *       "contact_name": "Ida Brandt",
                     *       "email": "accounts@northwind.example",
                     *       "phone": "+49 40 5550123",
                     *       "address": {
                     *         "line1": "Hafenstraße 12",
                     *         "line2": null,
                     *         "city": "Hamburg",
                     *         "postal_code": "20457",
                     *         "region": null,
                     *         "country_code": "DE"
                     *       },
                     *       "tax_id": "DE987654321",
                     *       "registration_id": null,
                     *       "endpoint": {
                     *         "scheme": "EM",
                     *         "id": "accounts@northwind.example"
                     *       },
                     *       "trading_name": null,
                     *       "registration_scheme": null,
                     *       "identifier": null,
                     *       "e_invoice_profile": "xrechnung",
                     *       "reference": null,
                     *       "language": "de",
                     *       "currency": "EUR",
                     *       "payment_terms_days": 14,
                     *       "notes": null,
                     *       "metadata": {
                     *         "crm": "4711"
                     *       },
                     *       "archived": false,
                     *       "version": 1,
                     *       "created_at": "2026-11-21T09:00:00.000Z",
                     *       "updated_at": "2026-11-21T09:00:00.000Z"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Customer"];
                };
            };
        };
    };
    readonly getCustomer: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer 304 if this is its `ETag`. */
                readonly "if-none-match"?: string;
            };
            readonly path: {
                /** @description Id of the customer. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "cus_019aa3f0-6c1e-7b52-9d35-3f1b6a0c8e47",
                     *       "name": "Northwind Robotics GmbH",
                     *       "contact_name": "Ida Brandt",
                     *       "email": "accounts@northwind.example",
                     *       "phone": "+49 40 5550123",
                     *       "address": {
                     *         "line1": "Hafenstraße 12",
                     *         "line2": null,
                     *         "city": "Hamburg",
                     *         "postal_code": "20457",
                     *         "region": null,
                     *         "country_code": "DE"
                     *       },
                     *       "tax_id": "DE987654321",
                     *       "registration_id": null,
                     *       "endpoint": {
                     *         "scheme": "EM",
                     *         "id": "accounts@northwind.example"
                     *       },
                     *       "trading_name": null,
                     *       "registration_scheme": null,
                     *       "identifier": null,
                     *       "e_invoice_profile": "xrechnung",
                     *       "reference": null,
                     *       "language": "de",
                     *       "currency": "EUR",
                     *       "payment_terms_days": 14,
                     *       "notes": null,
                     *       "metadata": {
                     *         "crm": "4711"
                     *       },
                     *       "archived": false,
                     *       "version": 1,
                     *       "created_at": "2026-11-21T09:00:00.000Z",
                     *       "updated_at": "2026-11-21T09:00:00.000Z"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Customer"];
                };
            };
            /** @description Unchanged since the `ETag` sent. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly putCustomer: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Change only if this is still its `ETag`. */
                readonly "if-match"?: string;
                /**
                 * @description Makes it safe to send the request again: within 24 hours the same key with the same request changes nothing more and gets the same answer, with `Idempotency-Replayed: true`.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                readonly "idempotency-key"?: string;
            };
            readonly path: {
                /** @description Id of the customer. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "name": "Northwind Robotics GmbH",
                 *       "email": "accounts@northwind.example",
                 *       "address": {
                 *         "line1": "Hafenstraße 12",
                 *         "city": "Hamburg",
                 *         "postal_code": "20457",
                 *         "country_code": "DE"
                 *       },
                 *       "tax_id": "DE987654321"
                 *     }
                 */
                readonly "application/json": components["schemas"]["CustomerPut"];
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "cus_019aa3f0-6c1e-7b52-9d35-3f1b6a0c8e47",
                     *       "name": "Northwind Robotics GmbH",
                     *       "contact_name": "Ida Brandt",
                     *       "email": "accounts@northwind.example",
                     *       "phone": "+49 40 5550123",
                     *       "address": {
                     *         "line1": "Hafenstraße 12",
                     *         "line2": null,
                     *         "city": "Hamburg",
                     *         "postal_code": "20457",
                     *         "region": null,
                     *         "country_code": "DE"
                     *       },
                     *       "tax_id": "DE987654321",
                     *       "registration_id": null,
                     *       "endpoint": {
                     *         "scheme": "EM",
                     *         "id": "accounts@northwind.example"
                     *       },
                     *       "trading_name": null,
                     *       "registration_scheme": null,
                     *       "identifier": null,
                     *       "e_invoice_profile": "xrechnung",
                     *       "reference": null,
                     *       "language": "de",
                     *       "currency": "EUR",
                     *       "payment_terms_days": 14,
                     *       "notes": null,
                     *       "metadata": {
                     *         "crm": "4711"
                     *       },
                     *       "archived": false,
                     *       "version": 1,
                     *       "created_at": "2026-11-21T09:00:00.000Z",
                     *       "updated_at": "2026-11-21T09:00:00.000Z"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Customer"];
                };
            };
        };
    };
    readonly deleteCustomer: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Change only if this is still its `ETag`. */
                readonly "if-match"?: string;
                /**
                 * @description Makes it safe to send the request again: within 24 hours the same key with the same request changes nothing more and gets the same answer, with `Idempotency-Replayed: true`.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                readonly "idempotency-key"?: string;
            };
            readonly path: {
                /** @description Id of the customer. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Deleted. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly patchCustomer: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Change only if this is still its `ETag`. */
                readonly "if-match"?: string;
                /**
                 * @description Makes it safe to send the request again: within 24 hours the same key with the same request changes nothing more and gets the same answer, with `Idempotency-Replayed: true`.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                readonly "idempotency-key"?: string;
            };
            readonly path: {
                /** @description Id of the customer. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "address": {
                 *         "city": "Bremen"
                 *       },
                 *       "notes": null
                 *     }
                 */
                readonly "application/json": components["schemas"]["CustomerPatch"];
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "cus_019aa3f0-6c1e-7b52-9d35-3f1b6a0c8e47",
                     *       "name": "Northwind Robotics GmbH",
                     *       "contact_name": "Ida Brandt",
                     *       "email": "accounts@northwind.example",
                     *       "phone": "+49 40 5550123",
                     *       "address": {
                     *         "line1": "Hafenstraße 12",
                     *         "line2": null,
                     *         "city": "Hamburg",
                     *         "postal_code": "20457",
                     *         "region": null,
                     *         "country_code": "DE"
                     *       },
                     *       "tax_id": "DE987654321",
                     *       "registration_id": null,
                     *       "endpoint": {
                     *         "scheme": "EM",
                     *         "id": "accounts@northwind.example"
                     *       },
                     *       "trading_name": null,
                     *       "registration_scheme": null,
                     *       "identifier": null,
                     *       "e_invoice_profile": "xrechnung",
                     *       "reference": null,
                     *       "language": "de",
                     *       "currency": "EUR",
                     *       "payment_terms_days": 14,
                     *       "notes": null,
                     *       "metadata": {
                     *         "crm": "4711"
                     *       },
                     *       "archived": false,
                     *       "version": 1,
                     *       "created_at": "2026-11-21T09:00:00.000Z",
                     *       "updated_at": "2026-11-21T09:00:00.000Z"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Customer"];
                };
            };
        };
    };
    readonly listTemplates: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer 304 if this is its `ETag`. */
                readonly "if-none-match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["TemplateEntry"][];
                        readonly has_more: boolean;
                        readonly next_cursor: string | null;
                    };
                };
            };
            /** @description Unchanged since the `ETag` sent. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly createTemplate: {
        readonly parameters: {
            readonly query?: {
                /** @description Refuse (422) what would otherwise be made safe. */
                readonly strict?: boolean;
            };
            readonly header?: {
                /**
                 * @description Makes it safe to send the request again: within 24 hours the same key with the same request changes nothing more and gets the same answer, with `Idempotency-Replayed: true`.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                readonly "idempotency-key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "id": "own",
                 *       "name": "Own",
                 *       "html": "<h1>{{invoiceNumber}}</h1>"
                 *     }
                 */
                readonly "application/json": components["schemas"]["TemplateCreate"];
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "minimalist-clean",
                     *       "name": "Minimalist Clean",
                     *       "version": "1.0.0",
                     *       "versions": [
                     *         "1.0.0"
                     *       ],
                     *       "source": "builtin",
                     *       "isDefault": true,
                     *       "builtIn": true,
                     *       "sha256": "5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8",
                     *       "license": "MIT",
                     *       "homepage": null,
                     *       "manifestUrl": null,
                     *       "createdAt": "2026-11-21T09:00:00.000Z",
                     *       "updatedAt": "2026-11-21T09:00:00.000Z",
                     *       "html": "<!DOCTYPE html>…",
                     *       "removed": [],
                     *       "warnings": []
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Template"];
                };
            };
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "minimalist-clean",
                     *       "name": "Minimalist Clean",
                     *       "version": "1.0.0",
                     *       "versions": [
                     *         "1.0.0"
                     *       ],
                     *       "source": "builtin",
                     *       "isDefault": true,
                     *       "builtIn": true,
                     *       "sha256": "5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8",
                     *       "license": "MIT",
                     *       "homepage": null,
                     *       "manifestUrl": null,
                     *       "createdAt": "2026-11-21T09:00:00.000Z",
                     *       "updatedAt": "2026-11-21T09:00:00.000Z",
                     *       "html": "<!DOCTYPE html>…",
                     *       "removed": [],
                     *       "warnings": []
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Template"];
                };
            };
        };
    };
    readonly getTemplate: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer 304 if this is its `ETag`. */
                readonly "if-none-match"?: string;
            };
            readonly path: {
                /** @description Id of the template. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "minimalist-clean",
                     *       "name": "Minimalist Clean",
                     *       "version": "1.0.0",
                     *       "versions": [
                     *         "1.0.0"
                     *       ],
                     *       "source": "builtin",
                     *       "isDefault": true,
                     *       "builtIn": true,
                     *       "sha256": "5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8",
                     *       "license": "MIT",
                     *       "homepage": null,
                     *       "manifestUrl": null,
                     *       "createdAt": "2026-11-21T09:00:00.000Z",
                     *       "updatedAt": "2026-11-21T09:00:00.000Z",
                     *       "html": "<!DOCTYPE html>…",
                     *       "removed": [],
                     *       "warnings": []
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Template"];
                };
            };
            /** @description Unchanged since the `ETag` sent. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly deleteTemplate: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Change only if this is still its `ETag`. */
                readonly "if-match"?: string;
                /**
                 * @description Makes it safe to send the request again: within 24 hours the same key with the same request changes nothing more and gets the same answer, with `Idempotency-Replayed: true`.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                readonly "idempotency-key"?: string;
            };
            readonly path: {
                /** @description Id of the template. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Deleted. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly installTemplateFromManifest: {
        readonly parameters: {
            readonly query?: {
                /** @description Refuse (422) what would otherwise be made safe. */
                readonly strict?: boolean;
            };
            readonly header?: {
                /**
                 * @description Makes it safe to send the request again: within 24 hours the same key with the same request changes nothing more and gets the same answer, with `Idempotency-Replayed: true`.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                readonly "idempotency-key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "url": "https://templates.example/clean-lines/manifest.yaml"
                 *     }
                 */
                readonly "application/json": components["schemas"]["TemplateInstall"];
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "minimalist-clean",
                     *       "name": "Minimalist Clean",
                     *       "version": "1.0.0",
                     *       "versions": [
                     *         "1.0.0"
                     *       ],
                     *       "source": "builtin",
                     *       "isDefault": true,
                     *       "builtIn": true,
                     *       "sha256": "5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8",
                     *       "license": "MIT",
                     *       "homepage": null,
                     *       "manifestUrl": null,
                     *       "createdAt": "2026-11-21T09:00:00.000Z",
                     *       "updatedAt": "2026-11-21T09:00:00.000Z",
                     *       "html": "<!DOCTYPE html>…",
                     *       "removed": [],
                     *       "warnings": []
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Template"];
                };
            };
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "minimalist-clean",
                     *       "name": "Minimalist Clean",
                     *       "version": "1.0.0",
                     *       "versions": [
                     *         "1.0.0"
                     *       ],
                     *       "source": "builtin",
                     *       "isDefault": true,
                     *       "builtIn": true,
                     *       "sha256": "5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8",
                     *       "license": "MIT",
                     *       "homepage": null,
                     *       "manifestUrl": null,
                     *       "createdAt": "2026-11-21T09:00:00.000Z",
                     *       "updatedAt": "2026-11-21T09:00:00.000Z",
                     *       "html": "<!DOCTYPE html>…",
                     *       "removed": [],
                     *       "warnings": []
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Template"];
                };
            };
        };
    };
    readonly loadTemplateFromFile: {
        readonly parameters: {
            readonly query?: {
                /** @description Refuse (422) what would otherwise be made safe. */
                readonly strict?: boolean;
            };
            readonly header?: {
                /**
                 * @description Makes it safe to send the request again: within 24 hours the same key with the same request changes nothing more and gets the same answer, with `Idempotency-Replayed: true`.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                readonly "idempotency-key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "path": "own/invoice.html",
                 *       "id": "own"
                 *     }
                 */
                readonly "application/json": components["schemas"]["TemplateLoad"];
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "minimalist-clean",
                     *       "name": "Minimalist Clean",
                     *       "version": "1.0.0",
                     *       "versions": [
                     *         "1.0.0"
                     *       ],
                     *       "source": "builtin",
                     *       "isDefault": true,
                     *       "builtIn": true,
                     *       "sha256": "5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8",
                     *       "license": "MIT",
                     *       "homepage": null,
                     *       "manifestUrl": null,
                     *       "createdAt": "2026-11-21T09:00:00.000Z",
                     *       "updatedAt": "2026-11-21T09:00:00.000Z",
                     *       "html": "<!DOCTYPE html>…",
                     *       "removed": [],
                     *       "warnings": []
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Template"];
                };
            };
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "minimalist-clean",
                     *       "name": "Minimalist Clean",
                     *       "version": "1.0.0",
                     *       "versions": [
                     *         "1.0.0"
                     *       ],
                     *       "source": "builtin",
                     *       "isDefault": true,
                     *       "builtIn": true,
                     *       "sha256": "5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8",
                     *       "license": "MIT",
                     *       "homepage": null,
                     *       "manifestUrl": null,
                     *       "createdAt": "2026-11-21T09:00:00.000Z",
                     *       "updatedAt": "2026-11-21T09:00:00.000Z",
                     *       "html": "<!DOCTYPE html>…",
                     *       "removed": [],
                     *       "warnings": []
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Template"];
                };
            };
        };
    };
    readonly getTemplateAsset: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Id of the template. */
                readonly id: string;
                /** @description Version of the template. */
                readonly version: string;
                /** @description Path of the file within the template; may contain `/`. */
                readonly path: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The file. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "font/woff2": unknown;
                    readonly "font/ttf": unknown;
                    readonly "image/png": unknown;
                    readonly "image/jpeg": unknown;
                    readonly "image/webp": unknown;
                    readonly "text/plain": unknown;
                };
            };
        };
    };
    readonly listInvoices: {
        readonly parameters: {
            readonly query?: {
                /** @description Only documents of this type. */
                readonly type?: "invoice" | "credit_note";
                /** @description Only documents of this status. */
                readonly status?: "draft" | "sent" | "paid" | "void" | "uncollectible";
                /** @description Open after their due date, or not. */
                readonly overdue?: boolean;
                /** @description The customer still owes something, or not: sent, not written off, `due` above zero. */
                readonly has_due?: boolean;
                /** @description Paid in part, or not. */
                readonly partially_paid?: boolean;
                /** @description Money is to be refunded, or not: `due` is negative. */
                readonly refund_due?: boolean;
                /** @description Only documents of this customer. */
                readonly customer_id?: string;
                /** @description Issue date on or after this day. */
                readonly issued_from?: string;
                /** @description Issue date on or before this day. */
                readonly issued_to?: string;
                /** @description Due date on or after this day. */
                readonly due_from?: string;
                /** @description Due date on or before this day. */
                readonly due_to?: string;
                /** @description Only documents in this currency. */
                readonly currency?: string;
                /** @description With a link, or without one. */
                readonly published?: boolean;
                /** @description Words, each of which begins one of number, reference, customer or item text. */
                readonly q?: string;
                /** @description Page size, 25 unless given. */
                readonly limit?: number;
                /** @description `next_cursor` of the page before. */
                readonly cursor?: string;
                /** @description `-` in front: descending. */
                readonly sort?: "issue_date" | "-issue_date" | "due_date" | "-due_date" | "created_at" | "-created_at" | "number" | "-number" | "total" | "-total";
                /** @description `total` counts all that match. */
                readonly include?: "total";
            };
            readonly header?: {
                /** @description Answer 304 if this is its `ETag`. */
                readonly "if-none-match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["InvoiceEntry"][];
                        readonly has_more: boolean;
                        readonly next_cursor: string | null;
                        readonly total?: number;
                    };
                };
            };
            /** @description Unchanged since the `ETag` sent. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly createInvoice: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Makes it safe to send the request again: within 24 hours the same key with the same request changes nothing more and gets the same answer, with `Idempotency-Replayed: true`.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                readonly "idempotency-key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "customer": {
                 *         "name": "Fernweh Books",
                 *         "email": "desk@fernweh.example"
                 *       },
                 *       "currency": "EUR",
                 *       "items": [
                 *         {
                 *           "description": "Cover design",
                 *           "quantity": "1.5",
                 *           "unit": "HUR",
                 *           "unit_price": "80.00",
                 *           "discount": {
                 *             "percent": "10"
                 *           },
                 *           "tax": {
                 *             "category": "S",
                 *             "rate": "19"
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                readonly "application/json": components["schemas"]["InvoiceCreate"];
            };
        };
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "inv_019aa3c1-4a7e-7cc0-8000-5b1f3c2d1e0f",
                     *       "type": "invoice",
                     *       "number": "INV-2026-0001",
                     *       "status": "sent",
                     *       "display_status": "open",
                     *       "overdue": false,
                     *       "partially_paid": false,
                     *       "customer_id": "cus_019aa3c1-4a7e-7cc0-8000-0d9c8b7a6f5e",
                     *       "customer_name": "Fernweh Books",
                     *       "customer": {
                     *         "name": "Fernweh Books",
                     *         "contact_name": null,
                     *         "email": "desk@fernweh.example",
                     *         "phone": null,
                     *         "address": {
                     *           "line1": null,
                     *           "line2": null,
                     *           "city": null,
                     *           "postal_code": null,
                     *           "region": null,
                     *           "country_code": null
                     *         },
                     *         "tax_id": null,
                     *         "registration_id": null,
                     *         "endpoint": null,
                     *         "trading_name": null,
                     *         "registration_scheme": null,
                     *         "identifier": null
                     *       },
                     *       "seller": {
                     *         "name": "Atelier Nord",
                     *         "contact_name": null,
                     *         "email": null,
                     *         "phone": null,
                     *         "website": null,
                     *         "address": {
                     *           "line1": null,
                     *           "line2": null,
                     *           "city": null,
                     *           "postal_code": null,
                     *           "region": null,
                     *           "country_code": null
                     *         },
                     *         "tax_id": null,
                     *         "registration_id": null,
                     *         "endpoint": null,
                     *         "trading_name": null,
                     *         "registration_scheme": null,
                     *         "bank_account": {
                     *           "holder": null,
                     *           "iban": null,
                     *           "bic": null,
                     *           "bank_name": null,
                     *           "creditor_id": null,
                     *           "qr_iban": null
                     *         },
                     *         "payment_instructions": null,
                     *         "tax_number": null,
                     *         "legal_form": null,
                     *         "tax_representative": null
                     *       },
                     *       "issue_date": "2026-11-21",
                     *       "due_date": "2026-12-21",
                     *       "delivery_date": null,
                     *       "period_start": null,
                     *       "period_end": null,
                     *       "currency": "EUR",
                     *       "language": "en",
                     *       "reference": null,
                     *       "order_reference": null,
                     *       "corrects": null,
                     *       "credit_notes": [],
                     *       "prices_include_tax": false,
                     *       "rounding": "document",
                     *       "kind": "standard",
                     *       "preceding": [],
                     *       "tax_point_date": null,
                     *       "tax_in_currency": null,
                     *       "references": {
                     *         "project": null,
                     *         "contract": null,
                     *         "sales_order": null,
                     *         "despatch": null,
                     *         "receipt": null,
                     *         "tender": null,
                     *         "object": null,
                     *         "accounting_code": null
                     *       },
                     *       "delivery": {
                     *         "name": null,
                     *         "identifier": null,
                     *         "address": {
                     *           "line1": null,
                     *           "line2": null,
                     *           "city": null,
                     *           "postal_code": null,
                     *           "region": null,
                     *           "country_code": null
                     *         }
                     *       },
                     *       "payment": {
                     *         "means": null,
                     *         "reference": null,
                     *         "mandate": null,
                     *         "payer_iban": null,
                     *         "card_last4": null,
                     *         "card_holder": null
                     *       },
                     *       "attachments": [],
                     *       "e_invoice_profile": null,
                     *       "items": [
                     *         {
                     *           "id": "itm_019aa3c1-4a7e-7cc0-8000-1a2b3c4d5e6f",
                     *           "description": "Cover design",
                     *           "details": null,
                     *           "quantity": "1.5",
                     *           "unit": "HUR",
                     *           "unit_price": "80.00",
                     *           "discount": {
                     *             "percent": "10"
                     *           },
                     *           "charge": null,
                     *           "tax": {
                     *             "category": "S",
                     *             "rate": "19",
                     *             "reason": null,
                     *             "reason_code": null
                     *           },
                     *           "total": "108.00",
                     *           "item_number": null,
                     *           "buyer_item_number": null,
                     *           "gtin": null,
                     *           "period_start": null,
                     *           "period_end": null,
                     *           "note": null,
                     *           "order_line": null,
                     *           "accounting_code": null,
                     *           "origin_country": null,
                     *           "classification": null,
                     *           "attributes": []
                     *         }
                     *       ],
                     *       "discounts": [],
                     *       "charges": [],
                     *       "totals": {
                     *         "subtotal": "108.00",
                     *         "discount": "0.00",
                     *         "charge": "0.00",
                     *         "net": "108.00",
                     *         "tax": "20.52",
                     *         "rounding": "0.00",
                     *         "total": "128.52",
                     *         "paid": "0.00",
                     *         "credited": "0.00",
                     *         "due": "128.52"
                     *       },
                     *       "taxes": [
                     *         {
                     *           "category": "S",
                     *           "rate": "19",
                     *           "reason": null,
                     *           "reason_code": null,
                     *           "taxable": "108.00",
                     *           "amount": "20.52"
                     *         }
                     *       ],
                     *       "terms": null,
                     *       "notes": null,
                     *       "internal_notes": null,
                     *       "metadata": {},
                     *       "template": {
                     *         "id": "minimalist-clean",
                     *         "version": "1.0.0"
                     *       },
                     *       "share_token": null,
                     *       "share_url": null,
                     *       "published_at": null,
                     *       "version": 1,
                     *       "created_at": "2026-11-21T09:00:00.000Z",
                     *       "updated_at": "2026-11-21T09:00:00.000Z",
                     *       "issued_at": "2026-11-21T09:00:00.000Z"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Invoice"];
                };
            };
        };
    };
    readonly calculateInvoice: {
        readonly parameters: {
            readonly query?: {
                /** @description Adds every step to the answer. */
                readonly explain?: boolean;
            };
            readonly header?: {
                /**
                 * @description Makes it safe to send the request again: within 24 hours the same key with the same request changes nothing more and gets the same answer, with `Idempotency-Replayed: true`.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                readonly "idempotency-key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "customer": {
                 *         "name": "Fernweh Books",
                 *         "email": "desk@fernweh.example"
                 *       },
                 *       "currency": "EUR",
                 *       "items": [
                 *         {
                 *           "description": "Cover design",
                 *           "quantity": "1.5",
                 *           "unit": "HUR",
                 *           "unit_price": "80.00",
                 *           "discount": {
                 *             "percent": "10"
                 *           },
                 *           "tax": {
                 *             "category": "S",
                 *             "rate": "19"
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                readonly "application/json": components["schemas"]["InvoiceCreate"];
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "currency": "EUR",
                     *       "prices_include_tax": false,
                     *       "rounding": "document",
                     *       "items": [
                     *         {
                     *           "description": "Cover design",
                     *           "details": null,
                     *           "quantity": "1.5",
                     *           "unit": "HUR",
                     *           "unit_price": "80.00",
                     *           "discount": {
                     *             "percent": "10"
                     *           },
                     *           "charge": null,
                     *           "tax": {
                     *             "category": "S",
                     *             "rate": "19",
                     *             "reason": null,
                     *             "reason_code": null
                     *           },
                     *           "total": "108.00",
                     *           "item_number": null,
                     *           "buyer_item_number": null,
                     *           "gtin": null,
                     *           "period_start": null,
                     *           "period_end": null,
                     *           "note": null,
                     *           "order_line": null,
                     *           "accounting_code": null,
                     *           "origin_country": null,
                     *           "classification": null,
                     *           "attributes": []
                     *         }
                     *       ],
                     *       "discounts": [],
                     *       "charges": [],
                     *       "totals": {
                     *         "subtotal": "108.00",
                     *         "discount": "0.00",
                     *         "charge": "0.00",
                     *         "net": "108.00",
                     *         "tax": "20.52",
                     *         "rounding": "0.00",
                     *         "total": "128.52"
                     *       },
                     *       "taxes": [
                     *         {
                     *           "category": "S",
                     *           "rate": "19",
                     *           "reason": null,
                     *           "reason_code": null,
                     *           "taxable": "108.00",
                     *           "amount": "20.52"
                     *         }
                     *       ],
                     *       "steps": [
                     *         {
                     *           "rule": "BR-CO-17",
                     *           "label": "Tax S 19 %",
                     *           "expression": "108.00 × 19 % = 20.52",
                     *           "result": "20.52"
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Calculation"];
                };
            };
        };
    };
    readonly getInvoice: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer 304 if this is its `ETag`. */
                readonly "if-none-match"?: string;
            };
            readonly path: {
                /** @description Id of the invoice. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "inv_019aa3c1-4a7e-7cc0-8000-5b1f3c2d1e0f",
                     *       "type": "invoice",
                     *       "number": "INV-2026-0001",
                     *       "status": "sent",
                     *       "display_status": "open",
                     *       "overdue": false,
                     *       "partially_paid": false,
                     *       "customer_id": "cus_019aa3c1-4a7e-7cc0-8000-0d9c8b7a6f5e",
                     *       "customer_name": "Fernweh Books",
                     *       "customer": {
                     *         "name": "Fernweh Books",
                     *         "contact_name": null,
                     *         "email": "desk@fernweh.example",
                     *         "phone": null,
                     *         "address": {
                     *           "line1": null,
                     *           "line2": null,
                     *           "city": null,
                     *           "postal_code": null,
                     *           "region": null,
                     *           "country_code": null
                     *         },
                     *         "tax_id": null,
                     *         "registration_id": null,
                     *         "endpoint": null,
                     *         "trading_name": null,
                     *         "registration_scheme": null,
                     *         "identifier": null
                     *       },
                     *       "seller": {
                     *         "name": "Atelier Nord",
                     *         "contact_name": null,
                     *         "email": null,
                     *         "phone": null,
                     *         "website": null,
                     *         "address": {
                     *           "line1": null,
                     *           "line2": null,
                     *           "city": null,
                     *           "postal_code": null,
                     *           "region": null,
                     *           "country_code": null
                     *         },
                     *         "tax_id": null,
                     *         "registration_id": null,
                     *         "endpoint": null,
                     *         "trading_name": null,
                     *         "registration_scheme": null,
                     *         "bank_account": {
                     *           "holder": null,
                     *           "iban": null,
                     *           "bic": null,
                     *           "bank_name": null,
                     *           "creditor_id": null,
                     *           "qr_iban": null
                     *         },
                     *         "payment_instructions": null,
                     *         "tax_number": null,
                     *         "legal_form": null,
                     *         "tax_representative": null
                     *       },
                     *       "issue_date": "2026-11-21",
                     *       "due_date": "2026-12-21",
                     *       "delivery_date": null,
                     *       "period_start": null,
                     *       "period_end": null,
                     *       "currency": "EUR",
                     *       "language": "en",
                     *       "reference": null,
                     *       "order_reference": null,
                     *       "corrects": null,
                     *       "credit_notes": [],
                     *       "prices_include_tax": false,
                     *       "rounding": "document",
                     *       "kind": "standard",
                     *       "preceding": [],
                     *       "tax_point_date": null,
                     *       "tax_in_currency": null,
                     *       "references": {
                     *         "project": null,
                     *         "contract": null,
                     *         "sales_order": null,
                     *         "despatch": null,
                     *         "receipt": null,
                     *         "tender": null,
                     *         "object": null,
                     *         "accounting_code": null
                     *       },
                     *       "delivery": {
                     *         "name": null,
                     *         "identifier": null,
                     *         "address": {
                     *           "line1": null,
                     *           "line2": null,
                     *           "city": null,
                     *           "postal_code": null,
                     *           "region": null,
                     *           "country_code": null
                     *         }
                     *       },
                     *       "payment": {
                     *         "means": null,
                     *         "reference": null,
                     *         "mandate": null,
                     *         "payer_iban": null,
                     *         "card_last4": null,
                     *         "card_holder": null
                     *       },
                     *       "attachments": [],
                     *       "e_invoice_profile": null,
                     *       "items": [
                     *         {
                     *           "id": "itm_019aa3c1-4a7e-7cc0-8000-1a2b3c4d5e6f",
                     *           "description": "Cover design",
                     *           "details": null,
                     *           "quantity": "1.5",
                     *           "unit": "HUR",
                     *           "unit_price": "80.00",
                     *           "discount": {
                     *             "percent": "10"
                     *           },
                     *           "charge": null,
                     *           "tax": {
                     *             "category": "S",
                     *             "rate": "19",
                     *             "reason": null,
                     *             "reason_code": null
                     *           },
                     *           "total": "108.00",
                     *           "item_number": null,
                     *           "buyer_item_number": null,
                     *           "gtin": null,
                     *           "period_start": null,
                     *           "period_end": null,
                     *           "note": null,
                     *           "order_line": null,
                     *           "accounting_code": null,
                     *           "origin_country": null,
                     *           "classification": null,
                     *           "attributes": []
                     *         }
                     *       ],
                     *       "discounts": [],
                     *       "charges": [],
                     *       "totals": {
                     *         "subtotal": "108.00",
                     *         "discount": "0.00",
                     *         "charge": "0.00",
                     *         "net": "108.00",
                     *         "tax": "20.52",
                     *         "rounding": "0.00",
                     *         "total": "128.52",
                     *         "paid": "0.00",
                     *         "credited": "0.00",
                     *         "due": "128.52"
                     *       },
                     *       "taxes": [
                     *         {
                     *           "category": "S",
                     *           "rate": "19",
                     *           "reason": null,
                     *           "reason_code": null,
                     *           "taxable": "108.00",
                     *           "amount": "20.52"
                     *         }
                     *       ],
                     *       "terms": null,
                     *       "notes": null,
                     *       "internal_notes": null,
                     *       "metadata": {},
                     *       "template": {
                     *         "id": "minimalist-clean",
                     *         "version": "1.0.0"
                     *       },
                     *       "share_token": null,
                     *       "share_url": null,
                     *       "published_at": null,
                     *       "version": 1,
                     *       "created_at": "2026-11-21T09:00:00.000Z",
                     *       "updated_at": "2026-11-21T09:00:00.000Z",
                     *       "issued_at": "2026-11-21T09:00:00.000Z"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Invoice"];
                };
            };
            /** @description Unchanged since the `ETag` sent. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly updateInvoice: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Change only if this is still its `ETag`. */
                readonly "if-match"?: string;
                /**
                 * @description Makes it safe to send the request again: within 24 hours the same key with the same request changes nothing more and gets the same answer, with `Idempotency-Replayed: true`.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                readonly "idempotency-key"?: string;
            };
            readonly path: {
                /** @description Id of the invoice. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "due_date": "2026-12-31",
                 *       "notes": "Thank you!",
                 *       "status": "sent"
                 *     }
                 */
                readonly "application/json": components["schemas"]["InvoiceUpdate"];
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "inv_019aa3c1-4a7e-7cc0-8000-5b1f3c2d1e0f",
                     *       "type": "invoice",
                     *       "number": "INV-2026-0001",
                     *       "status": "sent",
                     *       "display_status": "open",
                     *       "overdue": false,
                     *       "partially_paid": false,
                     *       "customer_id": "cus_019aa3c1-4a7e-7cc0-8000-0d9c8b7a6f5e",
                     *       "customer_name": "Fernweh Books",
                     *       "customer": {
                     *         "name": "Fernweh Books",
                     *         "contact_name": null,
                     *         "email": "desk@fernweh.example",
                     *         "phone": null,
                     *         "address": {
                     *           "line1": null,
                     *           "line2": null,
                     *           "city": null,
                     *           "postal_code": null,
                     *           "region": null,
                     *           "country_code": null
                     *         },
                     *         "tax_id": null,
                     *         "registration_id": null,
                     *         "endpoint": null,
                     *         "trading_name": null,
                     *         "registration_scheme": null,
                     *         "identifier": null
                     *       },
                     *       "seller": {
                     *         "name": "Atelier Nord",
                     *         "contact_name": null,
                     *         "email": null,
                     *         "phone": null,
                     *         "website": null,
                     *         "address": {
                     *           "line1": null,
                     *           "line2": null,
                     *           "city": null,
                     *           "postal_code": null,
                     *           "region": null,
                     *           "country_code": null
                     *         },
                     *         "tax_id": null,
                     *         "registration_id": null,
                     *         "endpoint": null,
                     *         "trading_name": null,
                     *         "registration_scheme": null,
                     *         "bank_account": {
                     *           "holder": null,
                     *           "iban": null,
                     *           "bic": null,
                     *           "bank_name": null,
                     *           "creditor_id": null,
                     *           "qr_iban": null
                     *         },
                     *         "payment_instructions": null,
                     *         "tax_number": null,
                     *         "legal_form": null,
                     *         "tax_representative": null
                     *       },
                     *       "issue_date": "2026-11-21",
                     *       "due_date": "2026-12-21",
                     *       "delivery_date": null,
                     *       "period_start": null,
                     *       "period_end": null,
                     *       "currency": "EUR",
                     *       "language": "en",
                     *       "reference": null,
                     *       "order_reference": null,
                     *       "corrects": null,
                     *       "credit_notes": [],
                     *       "prices_include_tax": false,
                     *       "rounding": "document",
                     *       "kind": "standard",
                     *       "preceding": [],
                     *       "tax_point_date": null,
                     *       "tax_in_currency": null,
                     *       "references": {
                     *         "project": null,
                     *         "contract": null,
                     *         "sales_order": null,
                     *         "despatch": null,
                     *         "receipt": null,
                     *         "tender": null,
                     *         "object": null,
                     *         "accounting_code": null
                     *       },
                     *       "delivery": {
                     *         "name": null,
                     *         "identifier": null,
                     *         "address": {
                     *           "line1": null,
                     *           "line2": null,
                     *           "city": null,
                     *           "postal_code": null,
                     *           "region": null,
                     *           "country_code": null
                     *         }
                     *       },
                     *       "payment": {
                     *         "means": null,
                     *         "reference": null,
                     *         "mandate": null,
                     *         "payer_iban": null,
                     *         "card_last4": null,
                     *         "card_holder": null
                     *       },
                     *       "attachments": [],
                     *       "e_invoice_profile": null,
                     *       "items": [
                     *         {
                     *           "id": "itm_019aa3c1-4a7e-7cc0-8000-1a2b3c4d5e6f",
                     *           "description": "Cover design",
                     *           "details": null,
                     *           "quantity": "1.5",
                     *           "unit": "HUR",
                     *           "unit_price": "80.00",
                     *           "discount": {
                     *             "percent": "10"
                     *           },
                     *           "charge": null,
                     *           "tax": {
                     *             "category": "S",
                     *             "rate": "19",
                     *             "reason": null,
                     *             "reason_code": null
                     *           },
                     *           "total": "108.00",
                     *           "item_number": null,
                     *           "buyer_item_number": null,
                     *           "gtin": null,
                     *           "period_start": null,
                     *           "period_end": null,
                     *           "note": null,
                     *           "order_line": null,
                     *           "accounting_code": null,
                     *           "origin_country": null,
                     *           "classification": null,
                     *           "attributes": []
                     *         }
                     *       ],
                     *       "discounts": [],
                     *       "charges": [],
                     *       "totals": {
                     *         "subtotal": "108.00",
                     *         "discount": "0.00",
                     *         "charge": "0.00",
                     *         "net": "108.00",
                     *         "tax": "20.52",
                     *         "rounding": "0.00",
                     *         "total": "128.52",
                     *         "paid": "0.00",
                     *         "credited": "0.00",
                     *         "due": "128.52"
                     *       },
                     *       "taxes": [
                     *         {
                     *           "category": "S",
                     *           "rate": "19",
                     *           "reason": null,
                     *           "reason_code": null,
                     *           "taxable": "108.00",
                     *           "amount": "20.52"
                     *         }
                     *       ],
                     *       "terms": null,
                     *       "notes": null,
                     *       "internal_notes": null,
                     *       "metadata": {},
                     *       "template": {
                     *         "id": "minimalist-clean",
                     *         "version": "1.0.0"
                     *       },
                     *       "share_token": null,
                     *       "share_url": null,
                     *       "published_at": null,
                     *       "version": 1,
                     *       "created_at": "2026-11-21T09:00:00.000Z",
                     *       "updated_at": "2026-11-21T09:00:00.000Z",
                     *       "issued_at": "2026-11-21T09:00:00.000Z"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Invoice"];
                };
            };
        };
    };
    readonly deleteInvoice: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Change only if this is still its `ETag`. */
                readonly "if-match"?: string;
                /**
                 * @description Makes it safe to send the request again: within 24 hours the same key with the same request changes nothing more and gets the same answer, with `Idempotency-Replayed: true`.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                readonly "idempotency-key"?: string;
            };
            readonly path: {
                /** @description Id of the invoice. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Deleted. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly patchInvoice: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Change only if this is still its `ETag`. */
                readonly "if-match"?: string;
                /**
                 * @description Makes it safe to send the request again: within 24 hours the same key with the same request changes nothing more and gets the same answer, with `Idempotency-Replayed: true`.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                readonly "idempotency-key"?: string;
            };
            readonly path: {
                /** @description Id of the invoice. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "due_date": "2026-12-31",
                 *       "notes": "Thank you!",
                 *       "status": "sent"
                 *     }
                 */
                readonly "application/json": components["schemas"]["InvoiceUpdate"];
            };
        };
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "inv_019aa3c1-4a7e-7cc0-8000-5b1f3c2d1e0f",
                     *       "type": "invoice",
                     *       "number": "INV-2026-0001",
                     *       "status": "sent",
                     *       "display_status": "open",
                     *       "overdue": false,
                     *       "partially_paid": false,
                     *       "customer_id": "cus_019aa3c1-4a7e-7cc0-8000-0d9c8b7a6f5e",
                     *       "customer_name": "Fernweh Books",
                     *       "customer": {
                     *         "name": "Fernweh Books",
                     *         "contact_name": null,
                     *         "email": "desk@fernweh.example",
                     *         "phone": null,
                     *         "address": {
                     *           "line1": null,
                     *           "line2": null,
                     *           "city": null,
                     *           "postal_code": null,
                     *           "region": null,
                     *           "country_code": null
                     *         },
                     *         "tax_id": null,
                     *         "registration_id": null,
                     *         "endpoint": null,
                     *         "trading_name": null,
                     *         "registration_scheme": null,
                     *         "identifier": null
                     *       },
                     *       "seller": {
                     *         "name": "Atelier Nord",
                     *         "contact_name": null,
                     *         "email": null,
                     *         "phone": null,
                     *         "website": null,
                     *         "address": {
                     *           "line1": null,
                     *           "line2": null,
                     *           "city": null,
                     *           "postal_code": null,
                     *           "region": null,
                     *           "country_code": null
                     *         },
                     *         "tax_id": null,
                     *         "registration_id": null,
                     *         "endpoint": null,
                     *         "trading_name": null,
                     *         "registration_scheme": null,
                     *         "bank_account": {
                     *           "holder": null,
                     *           "iban": null,
                     *           "bic": null,
                     *           "bank_name": null,
                     *           "creditor_id": null,
                     *           "qr_iban": null
                     *         },
                     *         "payment_instructions": null,
                     *         "tax_number": null,
                     *         "legal_form": null,
                     *         "tax_representative": null
                     *       },
                     *       "issue_date": "2026-11-21",
                     *       "due_date": "2026-12-21",
                     *       "delivery_date": null,
                     *       "period_start": null,
                     *       "period_end": null,
                     *       "currency": "EUR",
                     *       "language": "en",
                     *       "reference": null,
                     *       "order_reference": null,
                     *       "corrects": null,
                     *       "credit_notes": [],
                     *       "prices_include_tax": false,
                     *       "rounding": "document",
                     *       "kind": "standard",
                     *       "preceding": [],
                     *       "tax_point_date": null,
                     *       "tax_in_currency": null,
                     *       "references": {
                     *         "project": null,
                     *         "contract": null,
                     *         "sales_order": null,
                     *         "despatch": null,
                     *         "receipt": null,
                     *         "tender": null,
                     *         "object": null,
                     *         "accounting_code": null
                     *       },
                     *       "delivery": {
                     *         "name": null,
                     *         "identifier": null,
                     *         "address": {
                     *           "line1": null,
                     *           "line2": null,
                     *           "city": null,
                     *           "postal_code": null,
                     *           "region": null,
                     *           "country_code": null
                     *         }
                     *       },
                     *       "payment": {
                     *         "means": null,
                     *         "reference": null,
                     *         "mandate": null,
                     *         "payer_iban": null,
                     *         "card_last4": null,
                     *         "card_holder": null
                     *       },
                     *       "attachments": [],
                     *       "e_invoice_profile": null,
                     *       "items": [
                     *         {
                     *           "id": "itm_019aa3c1-4a7e-7cc0-8000-1a2b3c4d5e6f",
                     *           "description": "Cover design",
                     *           "details": null,
                     *           "quantity": "1.5",
                     *           "unit": "HUR",
                     *           "unit_price": "80.00",
                     *           "discount": {
                     *             "percent": "10"
                     *           },
                     *           "charge": null,
                     *           "tax": {
                     *             "category": "S",
                     *             "rate": "19",
                     *             "reason": null,
                     *             "reason_code": null
                     *           },
                     *           "total": "108.00",
                     *           "item_number": null,
                     *           "buyer_item_number": null,
                     *           "gtin": null,
                     *           "period_start": null,
                     *           "period_end": null,
                     *           "note": null,
                     *           "order_line": null,
                     *           "accounting_code": null,
                     *           "origin_country": null,
                     *           "classification": null,
                     *           "attributes": []
                     *         }
                     *       ],
                     *       "discounts": [],
                     *       "charges": [],
                     *       "totals": {
                     *         "subtotal": "108.00",
                     *         "discount": "0.00",
                     *         "charge": "0.00",
                     *         "net": "108.00",
                     *         "tax": "20.52",
                     *         "rounding": "0.00",
                     *         "total": "128.52",
                     *         "paid": "0.00",
                     *         "credited": "0.00",
                     *         "due": "128.52"
                     *       },
                     *       "taxes": [
                     *         {
                     *           "category": "S",
                     *           "rate": "19",
                     *           "reason": null,
                     *           "reason_code": null,
                     *           "taxable": "108.00",
                     *           "amount": "20.52"
                     *         }
                     *       ],
                     *       "terms": null,
                     *       "notes": null,
                     *       "internal_notes": null,
                     *       "metadata": {},
                     *       "template": {
                     *         "id": "minimalist-clean",
                     *         "version": "1.0.0"
                     *       },
                     *       "share_token": null,
                     *       "share_url": null,
                     *       "published_at": null,
                     *       "version": 1,
                     *       "created_at": "2026-11-21T09:00:00.000Z",
                     *       "updated_at": "2026-11-21T09:00:00.000Z",
                     *       "issued_at": "2026-11-21T09:00:00.000Z"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Invoice"];
                };
            };
        };
    };
    readonly publishInvoice: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Change only if this is still its `ETag`. */
                readonly "if-match"?: string;
                /**
                 * @description Makes it safe to send the request again: within 24 hours the same key with the same request changes nothing more and gets the same answer, with `Idempotency-Replayed: true`.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                readonly "idempotency-key"?: string;
            };
            readonly path: {
                /** @description Id of the invoice. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "inv_019aa3c1-4a7e-7cc0-8000-5b1f3c2d1e0f",
                     *       "type": "invoice",
                     *       "number": "INV-2026-0001",
                     *       "status": "sent",
                     *       "display_status": "open",
                     *       "overdue": false,
                     *       "partially_paid": false,
                     *       "customer_id": "cus_019aa3c1-4a7e-7cc0-8000-0d9c8b7a6f5e",
                     *       "customer_name": "Fernweh Books",
                     *       "customer": {
                     *         "name": "Fernweh Books",
                     *         "contact_name": null,
                     *         "email": "desk@fernweh.example",
                     *         "phone": null,
                     *         "address": {
                     *           "line1": null,
                     *           "line2": null,
                     *           "city": null,
                     *           "postal_code": null,
                     *           "region": null,
                     *           "country_code": null
                     *         },
                     *         "tax_id": null,
                     *         "registration_id": null,
                     *         "endpoint": null,
                     *         "trading_name": null,
                     *         "registration_scheme": null,
                     *         "identifier": null
                     *       },
                     *       "seller": {
                     *         "name": "Atelier Nord",
                     *         "contact_name": null,
                     *         "email": null,
                     *         "phone": null,
                     *         "website": null,
                     *         "address": {
                     *           "line1": null,
                     *           "line2": null,
                     *           "city": null,
                     *           "postal_code": null,
                     *           "region": null,
                     *           "country_code": null
                     *         },
                     *         "tax_id": null,
                     *         "registration_id": null,
                     *         "endpoint": null,
                     *         "trading_name": null,
                     *         "registration_scheme": null,
                     *         "bank_account": {
                     *           "holder": null,
                     *           "iban": null,
                     *           "bic": null,
                     *           "bank_name": null,
                     *           "creditor_id": null,
                     *           "qr_iban": null
                     *         },
                     *         "payment_instructions": null,
                     *         "tax_number": null,
                     *         "legal_form": null,
                     *         "tax_representative": null
                     *       },
                     *       "issue_date": "2026-11-21",
                     *       "due_date": "2026-12-21",
                     *       "delivery_date": null,
                     *       "period_start": null,
                     *       "period_end": null,
                     *       "currency": "EUR",
                     *       "language": "en",
                     *       "reference": null,
                     *       "order_reference": null,
                     *       "corrects": null,
                     *       "credit_notes": [],
                     *       "prices_include_tax": false,
                     *       "rounding": "document",
                     *       "kind": "standard",
                     *       "preceding": [],
                     *       "tax_point_date": null,
                     *       "tax_in_currency": null,
                     *       "references": {
                     *         "project": null,
                     *         "contract": null,
                     *         "sales_order": null,
                     *         "despatch": null,
                     *         "receipt": null,
                     *         "tender": null,
                     *         "object": null,
                     *         "accounting_code": null
                     *       },
                     *       "delivery": {
                     *         "name": null,
                     *         "identifier": null,
                     *         "address": {
                     *           "line1": null,
                     *           "line2": null,
                     *           "city": null,
                     *           "postal_code": null,
                     *           "region": null,
                     *           "country_code": null
                     *         }
                     *       },
                     *       "payment": {
                     *         "means": null,
                     *         "reference": null,
                     *         "mandate": null,
                     *         "payer_iban": null,
                     *         "card_last4": null,
                     *         "card_holder": null
                     *       },
                     *       "attachments": [],
                     *       "e_invoice_profile": null,
                     *       "items": [
                     *         {
                     *           "id": "itm_019aa3c1-4a7e-7cc0-8000-1a2b3c4d5e6f",
                     *           "description": "Cover design",
                     *           "details": null,
                     *           "quantity": "1.5",
                     *           "unit": "HUR",
                     *           "unit_price": "80.00",
                     *           "discount": {
                     *             "percent": "10"
                     *           },
                     *           "charge": null,
                     *           "tax": {
                     *             "category": "S",
                     *             "rate": "19",
                     *             "reason": null,
                     *             "reason_code": null
                     *           },
                     *           "total": "108.00",
                     *           "item_number": null,
                     *           "buyer_item_number": null,
                     *           "gtin": null,
                     *           "period_start": null,
                     *           "period_end": null,
                     *           "note": null,
                     *           "order_line": null,
                     *           "accounting_code": null,
                     *           "origin_country": null,
                     *           "classification": null,
                     *           "attributes": []
                     *         }
                     *       ],
                     *       "discounts": [],
                     *       "charges": [],
                     *       "totals": {
                     *         "subtotal": "108.00",
                     *         "discount": "0.00",
                     *         "charge": "0.00",
                     *         "net": "108.00",
                     *         "tax": "20.52",
                     *         "rounding": "0.00",
                     *         "total": "128.52",
                     *         "paid": "0.00",
                     *         "credited": "0.00",
                     *         "due": "128.52"
                     *       },
                     *       "taxes": [
                     *         {
                     *           "category": "S",
                     *           "rate": "19",
                     *           "reason": null,
                     *           "reason_code": null,
                     *           "taxable": "108.00",
                     *           "amount": "20.52"
                     *         }
                     *       ],
                     *       "terms": null,
                     *       "notes": null,
                     *       "internal_notes": null,
                     *       "metadata": {},
                     *       "template": {
                     *         "id": "minimalist-clean",
                     *         "version": "1.0.0"
                     *       },
                     *       "share_token": null,
                     *       "share_url": null,
                     *       "published_at": null,
                     *       "version": 1,
                     *       "created_at": "2026-11-21T09:00:00.000Z",
                     *       "updated_at": "2026-11-21T09:00:00.000Z",
                     *       "issued_at": "2026-11-21T09:00:00.000Z"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Invoice"];
                };
            };
        };
    };
    readonly unpublishInvoice: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Change only if this is still its `ETag`. */
                readonly "if-match"?: string;
                /**
                 * @description Makes it safe to send the request again: within 24 hours the same key with the same request changes nothing more and gets the same answer, with `Idempotency-Replayed: true`.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                readonly "idempotency-key"?: string;
            };
            readonly path: {
                /** @description Id of the invoice. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "inv_019aa3c1-4a7e-7cc0-8000-5b1f3c2d1e0f",
                     *       "type": "invoice",
                     *       "number": "INV-2026-0001",
                     *       "status": "sent",
                     *       "display_status": "open",
                     *       "overdue": false,
                     *       "partially_paid": false,
                     *       "customer_id": "cus_019aa3c1-4a7e-7cc0-8000-0d9c8b7a6f5e",
                     *       "customer_name": "Fernweh Books",
                     *       "customer": {
                     *         "name": "Fernweh Books",
                     *         "contact_name": null,
                     *         "email": "desk@fernweh.example",
                     *         "phone": null,
                     *         "address": {
                     *           "line1": null,
                     *           "line2": null,
                     *           "city": null,
                     *           "postal_code": null,
                     *           "region": null,
                     *           "country_code": null
                     *         },
                     *         "tax_id": null,
                     *         "registration_id": null,
                     *         "endpoint": null,
                     *         "trading_name": null,
                     *         "registration_scheme": null,
                     *         "identifier": null
                     *       },
                     *       "seller": {
                     *         "name": "Atelier Nord",
                     *         "contact_name": null,
                     *         "email": null,
                     *         "phone": null,
                     *         "website": null,
                     *         "address": {
                     *           "line1": null,
                     *           "line2": null,
                     *           "city": null,
                     *           "postal_code": null,
                     *           "region": null,
                     *           "country_code": null
                     *         },
                     *         "tax_id": null,
                     *         "registration_id": null,
                     *         "endpoint": null,
                     *         "trading_name": null,
                     *         "registration_scheme": null,
                     *         "bank_account": {
                     *           "holder": null,
                     *           "iban": null,
                     *           "bic": null,
                     *           "bank_name": null,
                     *           "creditor_id": null,
                     *           "qr_iban": null
                     *         },
                     *         "payment_instructions": null,
                     *         "tax_number": null,
                     *         "legal_form": null,
                     *         "tax_representative": null
                     *       },
                     *       "issue_date": "2026-11-21",
                     *       "due_date": "2026-12-21",
                     *       "delivery_date": null,
                     *       "period_start": null,
                     *       "period_end": null,
                     *       "currency": "EUR",
                     *       "language": "en",
                     *       "reference": null,
                     *       "order_reference": null,
                     *       "corrects": null,
                     *       "credit_notes": [],
                     *       "prices_include_tax": false,
                     *       "rounding": "document",
                     *       "kind": "standard",
                     *       "preceding": [],
                     *       "tax_point_date": null,
                     *       "tax_in_currency": null,
                     *       "references": {
                     *         "project": null,
                     *         "contract": null,
                     *         "sales_order": null,
                     *         "despatch": null,
                     *         "receipt": null,
                     *         "tender": null,
                     *         "object": null,
                     *         "accounting_code": null
                     *       },
                     *       "delivery": {
                     *         "name": null,
                     *         "identifier": null,
                     *         "address": {
                     *           "line1": null,
                     *           "line2": null,
                     *           "city": null,
                     *           "postal_code": null,
                     *           "region": null,
                     *           "country_code": null
                     *         }
                     *       },
                     *       "payment": {
                     *         "means": null,
                     *         "reference": null,
                     *         "mandate": null,
                     *         "payer_iban": null,
                     *         "card_last4": null,
                     *         "card_holder": null
                     *       },
                     *       "attachments": [],
                     *       "e_invoice_profile": null,
                     *       "items": [
                     *         {
                     *           "id": "itm_019aa3c1-4a7e-7cc0-8000-1a2b3c4d5e6f",
                     *           "description": "Cover design",
                     *           "details": null,
                     *           "quantity": "1.5",
                     *           "unit": "HUR",
                     *           "unit_price": "80.00",
                     *           "discount": {
                     *             "percent": "10"
                     *           },
                     *           "charge": null,
                     *           "tax": {
                     *             "category": "S",
                     *             "rate": "19",
                     *             "reason": null,
                     *             "reason_code": null
                     *           },
                     *           "total": "108.00",
                     *           "item_number": null,
                     *           "buyer_item_number": null,
                     *           "gtin": null,
                     *           "period_start": null,
                     *           "period_end": null,
                     *           "note": null,
                     *           "order_line": null,
                     *           "accounting_code": null,
                     *           "origin_country": null,
                     *           "classification": null,
                     *           "attributes": []
                     *         }
                     *       ],
                     *       "discounts": [],
                     *       "charges": [],
                     *       "totals": {
                     *         "subtotal": "108.00",
                     *         "discount": "0.00",
                     *         "charge": "0.00",
                     *         "net": "108.00",
                     *         "tax": "20.52",
                     *         "rounding": "0.00",
                     *         "total": "128.52",
                     *         "paid": "0.00",
                     *         "credited": "0.00",
                     *         "due": "128.52"
                     *       },
                     *       "taxes": [
                     *         {
                     *           "category": "S",
                     *           "rate": "19",
                     *           "reason": null,
                     *           "reason_code": null,
                     *           "taxable": "108.00",
                     *           "amount": "20.52"
                     *         }
                     *       ],
                     *       "terms": null,
                     *       "notes": null,
                     *       "internal_notes": null,
                     *       "metadata": {},
                     *       "template": {
                     *         "id": "minimalist-clean",
                     *         "version": "1.0.0"
                     *       },
                     *       "share_token": null,
                     *       "share_url": null,
                     *       "published_at": null,
                     *       "version": 1,
                     *       "created_at": "2026-11-21T09:00:00.000Z",
                     *       "updated_at": "2026-11-21T09:00:00.000Z",
                     *       "issued_at": "2026-11-21T09:00:00.000Z"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Invoice"];
                };
            };
        };
    };
    readonly createCreditNote: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Makes it safe to send the request again: within 24 hours the same key with the same request changes nothing more and gets the same answer, with `Idempotency-Replayed: true`.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                readonly "idempotency-key"?: string;
            };
            readonly path: {
                /** @description Id of the invoice. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreditNoteCreate"] | null;
            };
        };
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "inv_019aa3c1-4a7e-7cc0-8000-5b1f3c2d1e0f",
                     *       "type": "invoice",
                     *       "number": "INV-2026-0001",
                     *       "status": "sent",
                     *       "display_status": "open",
                     *       "overdue": false,
                     *       "partially_paid": false,
                     *       "customer_id": "cus_019aa3c1-4a7e-7cc0-8000-0d9c8b7a6f5e",
                     *       "customer_name": "Fernweh Books",
                     *       "customer": {
                     *         "name": "Fernweh Books",
                     *         "contact_name": null,
                     *         "email": "desk@fernweh.example",
                     *         "phone": null,
                     *         "address": {
                     *           "line1": null,
                     *           "line2": null,
                     *           "city": null,
                     *           "postal_code": null,
                     *           "region": null,
                     *           "country_code": null
                     *         },
                     *         "tax_id": null,
                     *         "registration_id": null,
                     *         "endpoint": null,
                     *         "trading_name": null,
                     *         "registration_scheme": null,
                     *         "identifier": null
                     *       },
                     *       "seller": {
                     *         "name": "Atelier Nord",
                     *         "contact_name": null,
                     *         "email": null,
                     *         "phone": null,
                     *         "website": null,
                     *         "address": {
                     *           "line1": null,
                     *           "line2": null,
                     *           "city": null,
                     *           "postal_code": null,
                     *           "region": null,
                     *           "country_code": null
                     *         },
                     *         "tax_id": null,
                     *         "registration_id": null,
                     *         "endpoint": null,
                     *         "trading_name": null,
                     *         "registration_scheme": null,
                     *         "bank_account": {
                     *           "holder": null,
                     *           "iban": null,
                     *           "bic": null,
                     *           "bank_name": null,
                     *           "creditor_id": null,
                     *           "qr_iban": null
                     *         },
                     *         "payment_instructions": null,
                     *         "tax_number": null,
                     *         "legal_form": null,
                     *         "tax_representative": null
                     *       },
                     *       "issue_date": "2026-11-21",
                     *       "due_date": "2026-12-21",
                     *       "delivery_date": null,
                     *       "period_start": null,
                     *       "period_end": null,
                     *       "currency": "EUR",
                     *       "language": "en",
                     *       "reference": null,
                     *       "order_reference": null,
                     *       "corrects": null,
                     *       "credit_notes": [],
                     *       "prices_include_tax": false,
                     *       "rounding": "document",
                     *       "kind": "standard",
                     *       "preceding": [],
                     *       "tax_point_date": null,
                     *       "tax_in_currency": null,
                     *       "references": {
                     *         "project": null,
                     *         "contract": null,
                     *         "sales_order": null,
                     *         "despatch": null,
                     *         "receipt": null,
                     *         "tender": null,
                     *         "object": null,
                     *         "accounting_code": null
                     *       },
                     *       "delivery": {
                     *         "name": null,
                     *         "identifier": null,
                     *         "address": {
                     *           "line1": null,
                     *           "line2": null,
                     *           "city": null,
                     *           "postal_code": null,
                     *           "region": null,
                     *           "country_code": null
                     *         }
                     *       },
                     *       "payment": {
                     *         "means": null,
                     *         "reference": null,
                     *         "mandate": null,
                     *         "payer_iban": null,
                     *         "card_last4": null,
                     *         "card_holder": null
                     *       },
                     *       "attachments": [],
                     *       "e_invoice_profile": null,
                     *       "items": [
                     *         {
                     *           "id": "itm_019aa3c1-4a7e-7cc0-8000-1a2b3c4d5e6f",
                     *           "description": "Cover design",
                     *           "details": null,
                     *           "quantity": "1.5",
                     *           "unit": "HUR",
                     *           "unit_price": "80.00",
                     *           "discount": {
                     *             "percent": "10"
                     *           },
                     *           "charge": null,
                     *           "tax": {
                     *             "category": "S",
                     *             "rate": "19",
                     *             "reason": null,
                     *             "reason_code": null
                     *           },
                     *           "total": "108.00",
                     *           "item_number": null,
                     *           "buyer_item_number": null,
                     *           "gtin": null,
                     *           "period_start": null,
                     *           "period_end": null,
                     *           "note": null,
                     *           "order_line": null,
                     *           "accounting_code": null,
                     *           "origin_country": null,
                     *           "classification": null,
                     *           "attributes": []
                     *         }
                     *       ],
                     *       "discounts": [],
                     *       "charges": [],
                     *       "totals": {
                     *         "subtotal": "108.00",
                     *         "discount": "0.00",
                     *         "charge": "0.00",
                     *         "net": "108.00",
                     *         "tax": "20.52",
                     *         "rounding": "0.00",
                     *         "total": "128.52",
                     *         "paid": "0.00",
                     *         "credited": "0.00",
                     *         "due": "128.52"
                     *       },
                     *       "taxes": [
                     *         {
                     *           "category": "S",
                     *           "rate": "19",
                     *           "reason": null,
                     *           "reason_code": null,
                     *           "taxable": "108.00",
                     *           "amount": "20.52"
                     *         }
                     *       ],
                     *       "terms": null,
                     *       "notes": null,
                     *       "internal_notes": null,
                     *       "metadata": {},
                     *       "template": {
                     *         "id": "minimalist-clean",
                     *         "version": "1.0.0"
                     *       },
                     *       "share_token": null,
                     *       "share_url": null,
                     *       "published_at": null,
                     *       "version": 1,
                     *       "created_at": "2026-11-21T09:00:00.000Z",
                     *       "updated_at": "2026-11-21T09:00:00.000Z",
                     *       "issued_at": "2026-11-21T09:00:00.000Z"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Invoice"];
                };
            };
        };
    };
    readonly duplicateInvoice: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Change only if this is still its `ETag`. */
                readonly "if-match"?: string;
                /**
                 * @description Makes it safe to send the request again: within 24 hours the same key with the same request changes nothing more and gets the same answer, with `Idempotency-Replayed: true`.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                readonly "idempotency-key"?: string;
            };
            readonly path: {
                /** @description Id of the invoice. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "inv_019aa3c1-4a7e-7cc0-8000-5b1f3c2d1e0f",
                     *       "type": "invoice",
                     *       "number": "INV-2026-0001",
                     *       "status": "sent",
                     *       "display_status": "open",
                     *       "overdue": false,
                     *       "partially_paid": false,
                     *       "customer_id": "cus_019aa3c1-4a7e-7cc0-8000-0d9c8b7a6f5e",
                     *       "customer_name": "Fernweh Books",
                     *       "customer": {
                     *         "name": "Fernweh Books",
                     *         "contact_name": null,
                     *         "email": "desk@fernweh.example",
                     *         "phone": null,
                     *         "address": {
                     *           "line1": null,
                     *           "line2": null,
                     *           "city": null,
                     *           "postal_code": null,
                     *           "region": null,
                     *           "country_code": null
                     *         },
                     *         "tax_id": null,
                     *         "registration_id": null,
                     *         "endpoint": null,
                     *         "trading_name": null,
                     *         "registration_scheme": null,
                     *         "identifier": null
                     *       },
                     *       "seller": {
                     *         "name": "Atelier Nord",
                     *         "contact_name": null,
                     *         "email": null,
                     *         "phone": null,
                     *         "website": null,
                     *         "address": {
                     *           "line1": null,
                     *           "line2": null,
                     *           "city": null,
                     *           "postal_code": null,
                     *           "region": null,
                     *           "country_code": null
                     *         },
                     *         "tax_id": null,
                     *         "registration_id": null,
                     *         "endpoint": null,
                     *         "trading_name": null,
                     *         "registration_scheme": null,
                     *         "bank_account": {
                     *           "holder": null,
                     *           "iban": null,
                     *           "bic": null,
                     *           "bank_name": null,
                     *           "creditor_id": null,
                     *           "qr_iban": null
                     *         },
                     *         "payment_instructions": null,
                     *         "tax_number": null,
                     *         "legal_form": null,
                     *         "tax_representative": null
                     *       },
                     *       "issue_date": "2026-11-21",
                     *       "due_date": "2026-12-21",
                     *       "delivery_date": null,
                     *       "period_start": null,
                     *       "period_end": null,
                     *       "currency": "EUR",
                     *       "language": "en",
                     *       "reference": null,
                     *       "order_reference": null,
                     *       "corrects": null,
                     *       "credit_notes": [],
                     *       "prices_include_tax": false,
                     *       "rounding": "document",
                     *       "kind": "standard",
                     *       "preceding": [],
                     *       "tax_point_date": null,
                     *       "tax_in_currency": null,
                     *       "references": {
                     *         "project": null,
                     *         "contract": null,
                     *         "sales_order": null,
                     *         "despatch": null,
                     *         "receipt": null,
                     *         "tender": null,
                     *         "object": null,
                     *         "accounting_code": null
                     *       },
                     *       "delivery": {
                     *         "name": null,
                     *         "identifier": null,
                     *         "address": {
                     *           "line1": null,
                     *           "line2": null,
                     *           "city": null,
                     *           "postal_code": null,
                     *           "region": null,
                     *           "country_code": null
                     *         }
                     *       },
                     *       "payment": {
                     *         "means": null,
                     *         "reference": null,
                     *         "mandate": null,
                     *         "payer_iban": null,
                     *         "card_last4": null,
                     *         "card_holder": null
                     *       },
                     *       "attachments": [],
                     *       "e_invoice_profile": null,
                     *       "items": [
                     *         {
                     *           "id": "itm_019aa3c1-4a7e-7cc0-8000-1a2b3c4d5e6f",
                     *           "description": "Cover design",
                     *           "details": null,
                     *           "quantity": "1.5",
                     *           "unit": "HUR",
                     *           "unit_price": "80.00",
                     *           "discount": {
                     *             "percent": "10"
                     *           },
                     *           "charge": null,
                     *           "tax": {
                     *             "category": "S",
                     *             "rate": "19",
                     *             "reason": null,
                     *             "reason_code": null
                     *           },
                     *           "total": "108.00",
                     *           "item_number": null,
                     *           "buyer_item_number": null,
                     *           "gtin": null,
                     *           "period_start": null,
                     *           "period_end": null,
                     *           "note": null,
                     *           "order_line": null,
                     *           "accounting_code": null,
                     *           "origin_country": null,
                     *           "classification": null,
                     *           "attributes": []
                     *         }
                     *       ],
                     *       "discounts": [],
                     *       "charges": [],
                     *       "totals": {
                     *         "subtotal": "108.00",
                     *         "discount": "0.00",
                     *         "charge": "0.00",
                     *         "net": "108.00",
                     *         "tax": "20.52",
                     *         "rounding": "0.00",
                     *         "total": "128.52",
                     *         "paid": "0.00",
                     *         "credited": "0.00",
                     *         "due": "128.52"
                     *       },
                     *       "taxes": [
                     *         {
                     *           "category": "S",
                     *           "rate": "19",
                     *           "reason": null,
                     *           "reason_code": null,
                     *           "taxable": "108.00",
                     *           "amount": "20.52"
                     *         }
                     *       ],
                     *       "terms": null,
                     *       "notes": null,
                     *       "internal_notes": null,
                     *       "metadata": {},
                     *       "template": {
                     *         "id": "minimalist-clean",
                     *         "version": "1.0.0"
                     *       },
                     *       "share_token": null,
                     *       "share_url": null,
                     *       "published_at": null,
                     *       "version": 1,
                     *       "created_at": "2026-11-21T09:00:00.000Z",
                     *       "updated_at": "2026-11-21T09:00:00.000Z",
                     *       "issued_at": "2026-11-21T09:00:00.000Z"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Invoice"];
                };
            };
        };
    };
    readonly listInvoiceRevisions: {
        readonly parameters: {
            readonly query?: {
                /** @description Page size, 25 unless given. */
                readonly limit?: number;
                /** @description `next_cursor` of the page before. */
                readonly cursor?: string;
            };
            readonly header?: {
                /** @description Answer 304 if this is its `ETag`. */
                readonly "if-none-match"?: string;
            };
            readonly path: {
                /** @description Id of the invoice. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["Revision"][];
                        readonly has_more: boolean;
                        readonly next_cursor: string | null;
                        readonly total?: number;
                    };
                };
            };
            /** @description Unchanged since the `ETag` sent. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly listPayments: {
        readonly parameters: {
            readonly query?: {
                /** @description Page size, 25 unless given. */
                readonly limit?: number;
                /** @description `next_cursor` of the page before. */
                readonly cursor?: string;
                /** @description `-` in front: descending. */
                readonly sort?: "paid_at" | "-paid_at" | "created_at" | "-created_at";
                /** @description `total` counts all that match. */
                readonly include?: "total";
            };
            readonly header?: {
                /** @description Answer 304 if this is its `ETag`. */
                readonly "if-none-match"?: string;
            };
            readonly path: {
                /** @description Id of the invoice. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["Payment"][];
                        readonly has_more: boolean;
                        readonly next_cursor: string | null;
                        readonly total?: number;
                    };
                };
            };
            /** @description Unchanged since the `ETag` sent. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly recordPayment: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Change only if this is still its `ETag`. */
                readonly "if-match"?: string;
                /**
                 * @description Makes it safe to send the request again: within 24 hours the same key with the same request changes nothing more and gets the same answer, with `Idempotency-Replayed: true`.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                readonly "idempotency-key"?: string;
            };
            readonly path: {
                /** @description Id of the invoice. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["PaymentCreate"] | null;
            };
        };
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "pay_019aa3c1-4a7e-7cc0-8000-2b3c4d5e6f70",
                     *       "invoice_id": "inv_019aa3c1-4a7e-7cc0-8000-5b1f3c2d1e0f",
                     *       "amount": "50.00",
                     *       "currency": "EUR",
                     *       "paid_at": "2026-12-01",
                     *       "method": "transfer",
                     *       "reference": "Statement 12/3",
                     *       "note": null,
                     *       "automatic": false,
                     *       "created_at": "2026-12-02T08:15:00.000Z"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Payment"];
                };
            };
        };
    };
    readonly getPayment: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer 304 if this is its `ETag`. */
                readonly "if-none-match"?: string;
            };
            readonly path: {
                /** @description Id of the invoice. */
                readonly id: string;
                /** @description Id of the payment. */
                readonly payment_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "pay_019aa3c1-4a7e-7cc0-8000-2b3c4d5e6f70",
                     *       "invoice_id": "inv_019aa3c1-4a7e-7cc0-8000-5b1f3c2d1e0f",
                     *       "amount": "50.00",
                     *       "currency": "EUR",
                     *       "paid_at": "2026-12-01",
                     *       "method": "transfer",
                     *       "reference": "Statement 12/3",
                     *       "note": null,
                     *       "automatic": false,
                     *       "created_at": "2026-12-02T08:15:00.000Z"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Payment"];
                };
            };
            /** @description Unchanged since the `ETag` sent. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly deletePayment: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Change only if this is still its `ETag`. */
                readonly "if-match"?: string;
                /**
                 * @description Makes it safe to send the request again: within 24 hours the same key with the same request changes nothing more and gets the same answer, with `Idempotency-Replayed: true`.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                readonly "idempotency-key"?: string;
            };
            readonly path: {
                /** @description Id of the invoice. */
                readonly id: string;
                /** @description Id of the payment. */
                readonly payment_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Removed. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly getSummary: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer 304 if this is its `ETag`. */
                readonly "if-none-match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "today": "2026-11-21",
                     *       "drafts": 2,
                     *       "currencies": [
                     *         {
                     *           "currency": "EUR",
                     *           "outstanding": {
                     *             "count": 3,
                     *             "amount": "1428.00"
                     *           },
                     *           "overdue": {
                     *             "count": 1,
                     *             "amount": "142.80"
                     *           },
                     *           "refunds_due": {
                     *             "count": 0,
                     *             "amount": "0.00"
                     *           },
                     *           "ageing": {
                     *             "not_due": {
                     *               "count": 2,
                     *               "amount": "1285.20"
                     *             },
                     *             "days_1_30": {
                     *               "count": 1,
                     *               "amount": "142.80"
                     *             },
                     *             "days_31_60": {
                     *               "count": 0,
                     *               "amount": "0.00"
                     *             },
                     *             "days_61_90": {
                     *               "count": 0,
                     *               "amount": "0.00"
                     *             },
                     *             "over_90": {
                     *               "count": 0,
                     *               "amount": "0.00"
                     *             }
                     *           },
                     *           "paid": [
                     *             {
                     *               "month": "2026-11",
                     *               "amount": "950.00"
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Summary"];
                };
            };
            /** @description Unchanged since the `ETag` sent. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly getInvoiceHtml: {
        readonly parameters: {
            readonly query?: {
                /** @description Render with this template instead. */
                readonly template?: string;
            };
            readonly header?: {
                /** @description Answer 304 if this is its `ETag`. */
                readonly "if-none-match"?: string;
            };
            readonly path: {
                /** @description Id of the invoice. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description HTML. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/html": string;
                };
            };
            /** @description Unchanged since the `ETag` sent. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly getInvoicePdf: {
        readonly parameters: {
            readonly query?: {
                /** @description Render with this template instead. */
                readonly template?: string;
                /** @description Attaches the e-invoice. */
                readonly format?: "factur-x" | "factur-x-basic" | "zugferd-xrechnung";
            };
            readonly header?: {
                /** @description Answer 304 if this is its `ETag`. */
                readonly "if-none-match"?: string;
            };
            readonly path: {
                /** @description Id of the invoice. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description PDF. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/pdf": unknown;
                };
            };
            /** @description Unchanged since the `ETag` sent. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly previewTemplate: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Makes it safe to send the request again: within 24 hours the same key with the same request changes nothing more and gets the same answer, with `Idempotency-Replayed: true`.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                readonly "idempotency-key"?: string;
            };
            readonly path: {
                /** @description Id of the invoice. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    readonly invoice_id?: string;
                    readonly language?: string;
                    readonly settings?: components["schemas"]["SettingsInput"];
                } | null;
            };
        };
        readonly responses: {
            /** @description HTML. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/html": string;
                };
            };
        };
    };
    readonly importInvoice: {
        readonly parameters: {
            readonly query?: {
                /** @description The customer that the draft is for. */
                readonly customer_id?: string;
            };
            readonly header?: {
                /**
                 * @description Makes it safe to send the request again: within 24 hours the same key with the same request changes nothing more and gets the same answer, with `Idempotency-Replayed: true`.
                 * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
                 */
                readonly "idempotency-key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/xml": string;
                readonly "text/xml": string;
                readonly "application/pdf": string;
            };
        };
        readonly responses: {
            /** @description Created */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EInvoiceImport"];
                };
            };
        };
    };
    readonly validateInvoice: {
        readonly parameters: {
            readonly query?: {
                /** @description Unless given, the profile that the invoice, its customer or the settings require, else EN 16931. */
                readonly profile?: "en16931" | "peppol" | "xrechnung" | "factur-x";
            };
            readonly header?: {
                /** @description Answer 304 if this is its `ETag`. */
                readonly "if-none-match"?: string;
            };
            readonly path: {
                /** @description Id of the invoice. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "profile": "xrechnung",
                     *       "valid": false,
                     *       "errors": [
                     *         {
                     *           "rule": "BR-DE-15",
                     *           "level": "error",
                     *           "resource": "invoice",
                     *           "pointer": "/reference",
                     *           "message": "Enter the customer's reference on the invoice; for German authorities it is the Leitweg-ID."
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["EInvoiceValidation"];
                };
            };
            /** @description Unchanged since the `ETag` sent. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly getInvoiceXml: {
        readonly parameters: {
            readonly query?: {
                /** @description `ubl` (unless given) and `cii`: EN 16931 in either syntax; `peppol`: BIS Billing 3; `xrechnung`: in UBL, `xrechnung-cii` in CII; `factur-x`, `factur-x-basic`: the XML of the hybrid PDF. */
                readonly format?: "ubl" | "cii" | "peppol" | "xrechnung" | "xrechnung-cii" | "factur-x" | "factur-x-basic";
            };
            readonly header?: {
                /** @description Answer 304 if this is its `ETag`. */
                readonly "if-none-match"?: string;
            };
            readonly path: {
                /** @description Id of the invoice. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description XML. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/xml": string;
                };
            };
            /** @description Unchanged since the `ETag` sent. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly exportAudit: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The zip, streamed. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/zip": unknown;
                };
            };
        };
    };
    readonly getStatement: {
        readonly parameters: {
            readonly query?: {
                /** @description The year of `to` unless given. */
                readonly from?: string;
                /** @description Today unless given. */
                readonly to?: string;
                /** @description This account only. */
                readonly currency?: string;
            };
            readonly header?: {
                /** @description Answer 304 if this is its `ETag`. */
                readonly "if-none-match"?: string;
            };
            readonly path: {
                /** @description Id of the customer. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "customer_id": "cus_019aa3c1-4a7e-7cc0-8000-0d9c8b7a6f5e",
                     *       "customer_name": "Fernweh Books",
                     *       "from": "2026-01-01",
                     *       "to": "2026-11-21",
                     *       "accounts": [
                     *         {
                     *           "currency": "EUR",
                     *           "opening_balance": "0.00",
                     *           "rows": [
                     *             {
                     *               "date": "2026-11-02",
                     *               "type": "invoice",
                     *               "id": "inv_019aa3c1-4a7e-7cc0-8000-5b1f3c2d1e0f",
                     *               "number": "INV-2026-0001",
                     *               "invoice_id": "inv_019aa3c1-4a7e-7cc0-8000-5b1f3c2d1e0f",
                     *               "reference": null,
                     *               "method": null,
                     *               "amount": "128.52",
                     *               "balance": "128.52"
                     *             }
                     *           ],
                     *           "invoiced": "128.52",
                     *           "credited": "0.00",
                     *           "paid": "0.00",
                     *           "closing_balance": "128.52",
                     *           "ageing": {
                     *             "not_due": "128.52",
                     *             "days_1_30": "0.00",
                     *             "days_31_60": "0.00",
                     *             "days_61_90": "0.00",
                     *             "over_90": "0.00",
                     *             "credit": "0.00"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Statement"];
                };
            };
            /** @description Unchanged since the `ETag` sent. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly getStatementHtml: {
        readonly parameters: {
            readonly query?: {
                /** @description The year of `to` unless given. */
                readonly from?: string;
                /** @description Today unless given. */
                readonly to?: string;
                /** @description This account only. */
                readonly currency?: string;
            };
            readonly header?: {
                /** @description Answer 304 if this is its `ETag`. */
                readonly "if-none-match"?: string;
            };
            readonly path: {
                /** @description Id of the customer. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description HTML. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/html": string;
                };
            };
            /** @description Unchanged since the `ETag` sent. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly getStatementPdf: {
        readonly parameters: {
            readonly query?: {
                /** @description The year of `to` unless given. */
                readonly from?: string;
                /** @description Today unless given. */
                readonly to?: string;
                /** @description This account only. */
                readonly currency?: string;
            };
            readonly header?: {
                /** @description Answer 304 if this is its `ETag`. */
                readonly "if-none-match"?: string;
            };
            readonly path: {
                /** @description Id of the customer. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description PDF. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/pdf": unknown;
                };
            };
            /** @description Unchanged since the `ETag` sent. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly getPublicInvoice: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer 304 if this is its `ETag`. */
                readonly "if-none-match"?: string;
            };
            readonly path: {
                /** @description Token of the link, from publishing. */
                readonly share_token: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OK */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PublicInvoice"];
                };
            };
            /** @description Unchanged since the `ETag` sent. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly getPublicInvoiceHtml: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Answer 304 if this is its `ETag`. */
                readonly "if-none-match"?: string;
            };
            readonly path: {
                /** @description Token of the link, from publishing. */
                readonly share_token: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description HTML. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/html": string;
                };
            };
            /** @description Unchanged since the `ETag` sent. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly getPublicInvoicePdf: {
        readonly parameters: {
            readonly query?: {
                /** @description Attaches the e-invoice. */
                readonly format?: "factur-x" | "factur-x-basic" | "zugferd-xrechnung";
            };
            readonly header?: {
                /** @description Answer 304 if this is its `ETag`. */
                readonly "if-none-match"?: string;
            };
            readonly path: {
                /** @description Token of the link, from publishing. */
                readonly share_token: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description PDF. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/pdf": unknown;
                };
            };
            /** @description Unchanged since the `ETag` sent. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly getPublicInvoiceXml: {
        readonly parameters: {
            readonly query?: {
                /** @description `ubl` (unless given) and `cii`: EN 16931 in either syntax; `peppol`: BIS Billing 3; `xrechnung`: in UBL, `xrechnung-cii` in CII; `factur-x`, `factur-x-basic`: the XML of the hybrid PDF. */
                readonly format?: "ubl" | "cii" | "peppol" | "xrechnung" | "xrechnung-cii" | "factur-x" | "factur-x-basic";
            };
            readonly header?: {
                /** @description Answer 304 if this is its `ETag`. */
                readonly "if-none-match"?: string;
            };
            readonly path: {
                /** @description Token of the link, from publishing. */
                readonly share_token: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description XML. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/xml": string;
                };
            };
            /** @description Unchanged since the `ETag` sent. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly exportCustomers: {
        readonly parameters: {
            readonly query?: {
                /** @description Words to be found in name, contact, e-mail, city or tax id. */
                readonly q?: string;
                /** @description ISO 3166-1 alpha-2. */
                readonly country?: string;
                /** @description `true`: only archived; `false`: only others; else all. */
                readonly archived?: boolean;
                /** @description `-` in front: descending. */
                readonly sort?: "name" | "-name" | "created_at" | "-created_at";
                /** @description `csv` unless given: an entry of the list a row. `jsonl`: the whole a line. */
                readonly format?: "csv" | "jsonl";
                /** @description `true`: a CSV begins with a byte order mark, for spreadsheets. */
                readonly bom?: boolean;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The customers. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/csv": string;
                    readonly "application/jsonl": string;
                };
            };
        };
    };
    readonly exportInvoices: {
        readonly parameters: {
            readonly query?: {
                /** @description Only documents of this type. */
                readonly type?: "invoice" | "credit_note";
                /** @description Only documents of this status. */
                readonly status?: "draft" | "sent" | "paid" | "void" | "uncollectible";
                /** @description Open after their due date, or not. */
                readonly overdue?: boolean;
                /** @description The customer still owes something, or not: sent, not written off, `due` above zero. */
                readonly has_due?: boolean;
                /** @description Paid in part, or not. */
                readonly partially_paid?: boolean;
                /** @description Money is to be refunded, or not: `due` is negative. */
                readonly refund_due?: boolean;
                /** @description Only documents of this customer. */
                readonly customer_id?: string;
                /** @description Issue date on or after this day. */
                readonly issued_from?: string;
                /** @description Issue date on or before this day. */
                readonly issued_to?: string;
                /** @description Due date on or after this day. */
                readonly due_from?: string;
                /** @description Due date on or before this day. */
                readonly due_to?: string;
                /** @description Only documents in this currency. */
                readonly currency?: string;
                /** @description With a link, or without one. */
                readonly published?: boolean;
                /** @description Words, each of which begins one of number, reference, customer or item text. */
                readonly q?: string;
                /** @description `-` in front: descending. */
                readonly sort?: "issue_date" | "-issue_date" | "due_date" | "-due_date" | "created_at" | "-created_at" | "number" | "-number" | "total" | "-total";
                /** @description `csv` unless given: an entry of the list a row. `jsonl`: the whole a line. */
                readonly format?: "csv" | "jsonl";
                /** @description `true`: a CSV begins with a byte order mark, for spreadsheets. */
                readonly bom?: boolean;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The invoices. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/csv": string;
                    readonly "application/jsonl": string;
                };
            };
        };
    };
}
