-- CreateTable
CREATE TABLE "World" (
    "id" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C",
    "createdAt" TEXT COLLATE "C" NOT NULL,
    "clockOffsetMs" BIGINT NOT NULL DEFAULT 0,
    "frozenAt" TEXT COLLATE "C",
    "nextDueAt" TEXT COLLATE "C",
    "wakesAt" TEXT COLLATE "C",
    "lockedBy" TEXT COLLATE "C",
    "lockedUntil" TEXT COLLATE "C",
    "lockedFor" TEXT COLLATE "C",
    "advanceFrom" TEXT COLLATE "C",
    "advanceTo" TEXT COLLATE "C",
    "discardedAt" TEXT COLLATE "C",
    "expiresAt" TEXT COLLATE "C",
    "source" TEXT COLLATE "C",
    "imageId" TEXT COLLATE "C",
    "hasScenarios" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "World_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Snapshot" (
    "worldName" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "contentId" TEXT COLLATE "C" NOT NULL,
    "takenAt" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "Snapshot_pkey" PRIMARY KEY ("worldName","name")
);

-- CreateTable
CREATE TABLE "FixtureUpload" (
    "id" TEXT COLLATE "C" NOT NULL,
    "caller" TEXT COLLATE "C" NOT NULL,
    "characters" INTEGER NOT NULL,
    "expiresAt" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "FixtureUpload_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "FixturePart" (
    "uploadId" TEXT COLLATE "C" NOT NULL,
    "place" INTEGER NOT NULL,
    "list" TEXT COLLATE "C",
    "text" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "FixturePart_pkey" PRIMARY KEY ("uploadId","place")
);

-- CreateTable
CREATE TABLE "MachineTime" (
    "id" TEXT COLLATE "C" NOT NULL,
    "latestAt" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "MachineTime_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Customer" (
    "worldId" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "psuId" TEXT COLLATE "C" NOT NULL,
    "customerNumber" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "type" TEXT COLLATE "C" NOT NULL,
    "createdAt" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "Customer_pkey" PRIMARY KEY ("worldId","id")
);

-- CreateTable
CREATE TABLE "Agreement" (
    "worldId" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "ownerId" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "automatic" BOOLEAN NOT NULL,
    "createdAt" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "Agreement_pkey" PRIMARY KEY ("worldId","id")
);

-- CreateTable
CREATE TABLE "Engagement" (
    "worldId" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "agreementId" TEXT COLLATE "C" NOT NULL,
    "customerId" TEXT COLLATE "C" NOT NULL,
    "accountId" TEXT COLLATE "C" NOT NULL,
    "roles" TEXT COLLATE "C" NOT NULL,
    "registerLimit" INTEGER NOT NULL,
    "approvalLimit" INTEGER NOT NULL,
    "createdAt" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "Engagement_pkey" PRIMARY KEY ("worldId","id")
);

-- CreateTable
CREATE TABLE "Account" (
    "worldId" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "ownerId" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "bban" TEXT COLLATE "C" NOT NULL,
    "iban" TEXT COLLATE "C" NOT NULL,
    "currency" TEXT COLLATE "C" NOT NULL,
    "product" TEXT COLLATE "C" NOT NULL,
    "cashAccountType" TEXT COLLATE "C" NOT NULL,
    "creditLine" INTEGER NOT NULL,
    "bookedMinor" BIGINT NOT NULL,
    "reservedMinor" BIGINT NOT NULL DEFAULT 0,
    "expectedOffsetMinor" BIGINT NOT NULL DEFAULT 0,
    "demandsKid" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "Account_pkey" PRIMARY KEY ("worldId","id")
);

-- CreateTable
CREATE TABLE "Transaction" (
    "worldId" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "accountId" TEXT COLLATE "C" NOT NULL,
    "bookingDate" TEXT COLLATE "C" NOT NULL,
    "valueDate" TEXT COLLATE "C" NOT NULL,
    "amountMinor" BIGINT NOT NULL,
    "currency" TEXT COLLATE "C" NOT NULL,
    "creditorName" TEXT COLLATE "C",
    "creditorIban" TEXT COLLATE "C",
    "creditorBban" TEXT COLLATE "C",
    "creditorCurrency" TEXT COLLATE "C",
    "creditorAgent" TEXT COLLATE "C",
    "creditorId" TEXT COLLATE "C",
    "ultimateCreditor" TEXT COLLATE "C",
    "debtorName" TEXT COLLATE "C",
    "debtorIban" TEXT COLLATE "C",
    "debtorBban" TEXT COLLATE "C",
    "debtorCurrency" TEXT COLLATE "C",
    "debtorAgent" TEXT COLLATE "C",
    "ultimateDebtor" TEXT COLLATE "C",
    "endToEndId" TEXT COLLATE "C",
    "remittanceInformationUnstructured" TEXT COLLATE "C",
    "remittanceInformationUnstructuredArray" TEXT COLLATE "C",
    "remittanceInformationStructuredArray" TEXT COLLATE "C",
    "currencyExchange" TEXT COLLATE "C",
    "bankTransactionCode" TEXT COLLATE "C",
    "proprietaryBankTransactionCode" TEXT COLLATE "C",
    "purposeCode" TEXT COLLATE "C",
    "paymentId" TEXT COLLATE "C",
    "createdAt" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "Transaction_pkey" PRIMARY KEY ("worldId","id")
);

-- CreateTable
CREATE TABLE "CardAccount" (
    "worldId" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "ownerId" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "maskedPan" TEXT COLLATE "C" NOT NULL,
    "currency" TEXT COLLATE "C" NOT NULL,
    "product" TEXT COLLATE "C" NOT NULL,
    "creditLine" INTEGER NOT NULL,
    "bookedMinor" BIGINT NOT NULL,
    "reservedMinor" BIGINT NOT NULL DEFAULT 0,
    "expectedOffsetMinor" BIGINT NOT NULL DEFAULT 0,
    "createdAt" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "CardAccount_pkey" PRIMARY KEY ("worldId","id")
);

-- CreateTable
CREATE TABLE "CardTransaction" (
    "worldId" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "cardAccountId" TEXT COLLATE "C" NOT NULL,
    "bookingDate" TEXT COLLATE "C" NOT NULL,
    "valueDate" TEXT COLLATE "C" NOT NULL,
    "transactionDate" TEXT COLLATE "C",
    "amountMinor" BIGINT NOT NULL,
    "currency" TEXT COLLATE "C" NOT NULL,
    "originalAmountMinor" BIGINT NOT NULL,
    "originalCurrency" TEXT COLLATE "C" NOT NULL,
    "cardAcceptorId" TEXT COLLATE "C",
    "cardAcceptorName" TEXT COLLATE "C",
    "merchantCategoryCode" TEXT COLLATE "C",
    "transactionDetails" TEXT COLLATE "C",
    "invoiced" BOOLEAN,
    "currencyExchange" TEXT COLLATE "C",
    "proprietaryBankTransactionCode" TEXT COLLATE "C",
    "createdAt" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "CardTransaction_pkey" PRIMARY KEY ("worldId","id")
);

-- CreateTable
CREATE TABLE "FixtureEntry" (
    "worldId" TEXT COLLATE "C" NOT NULL,
    "kind" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "key" TEXT COLLATE "C",
    "life" TEXT COLLATE "C",

    CONSTRAINT "FixtureEntry_pkey" PRIMARY KEY ("worldId","kind","id")
);

-- CreateTable
CREATE TABLE "StatementMark" (
    "worldId" TEXT COLLATE "C" NOT NULL,
    "holderId" TEXT COLLATE "C" NOT NULL,
    "bookingDate" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "lines" INTEGER NOT NULL,

    CONSTRAINT "StatementMark_pkey" PRIMARY KEY ("worldId","holderId","bookingDate","id")
);

-- CreateTable
CREATE TABLE "Booking" (
    "worldId" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "debitId" TEXT COLLATE "C" NOT NULL,
    "creditId" TEXT COLLATE "C" NOT NULL,
    "amountMinor" BIGINT NOT NULL,
    "currency" TEXT COLLATE "C" NOT NULL,
    "reason" TEXT COLLATE "C" NOT NULL,
    "paymentId" TEXT COLLATE "C",
    "bookedAt" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "Booking_pkey" PRIMARY KEY ("worldId","id")
);

-- CreateTable
CREATE TABLE "Request" (
    "worldId" TEXT COLLATE "C" NOT NULL,
    "tppId" TEXT COLLATE "C" NOT NULL,
    "requestId" TEXT COLLATE "C" NOT NULL,
    "fingerprint" TEXT COLLATE "C" NOT NULL,
    "status" INTEGER NOT NULL,
    "headers" TEXT COLLATE "C" NOT NULL,
    "body" TEXT COLLATE "C" NOT NULL,
    "createdAt" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "Request_pkey" PRIMARY KEY ("worldId","tppId","requestId")
);

-- CreateTable
CREATE TABLE "Authorisation" (
    "worldId" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "tppId" TEXT COLLATE "C" NOT NULL,
    "tppName" TEXT COLLATE "C" NOT NULL,
    "purpose" TEXT COLLATE "C" NOT NULL,
    "status" TEXT COLLATE "C" NOT NULL,
    "resourceId" TEXT COLLATE "C",
    "customerId" TEXT COLLATE "C",
    "context" TEXT COLLATE "C",
    "agreementId" TEXT COLLATE "C",
    "redirectUri" TEXT COLLATE "C" NOT NULL,
    "redirectPreferred" BOOLEAN NOT NULL,
    "sessionId" TEXT COLLATE "C",
    "createdAt" TEXT COLLATE "C" NOT NULL,
    "expiresAt" TEXT COLLATE "C" NOT NULL,
    "finishedAt" TEXT COLLATE "C",
    "wrongNumbers" INTEGER NOT NULL DEFAULT 0,
    "revokesAfter" TEXT COLLATE "C",

    CONSTRAINT "Authorisation_pkey" PRIMARY KEY ("worldId","id")
);

-- CreateTable
CREATE TABLE "Consent" (
    "worldId" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "tppId" TEXT COLLATE "C" NOT NULL,
    "tppName" TEXT COLLATE "C" NOT NULL,
    "customerId" TEXT COLLATE "C" NOT NULL,
    "context" TEXT COLLATE "C" NOT NULL,
    "agreementId" TEXT COLLATE "C" NOT NULL,
    "grantedAt" TEXT COLLATE "C" NOT NULL,
    "revokedAt" TEXT COLLATE "C",
    "revokesAt" TEXT COLLATE "C",

    CONSTRAINT "Consent_pkey" PRIMARY KEY ("worldId","id")
);

-- CreateTable
CREATE TABLE "ConsentAccount" (
    "worldId" TEXT COLLATE "C" NOT NULL,
    "consentId" TEXT COLLATE "C" NOT NULL,
    "accountId" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "ConsentAccount_pkey" PRIMARY KEY ("worldId","consentId","accountId")
);

-- CreateTable
CREATE TABLE "ConsentCardAccount" (
    "worldId" TEXT COLLATE "C" NOT NULL,
    "consentId" TEXT COLLATE "C" NOT NULL,
    "cardAccountId" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "ConsentCardAccount_pkey" PRIMARY KEY ("worldId","consentId","cardAccountId")
);

-- CreateTable
CREATE TABLE "AccessCount" (
    "worldId" TEXT COLLATE "C" NOT NULL,
    "tppId" TEXT COLLATE "C" NOT NULL,
    "customerId" TEXT COLLATE "C" NOT NULL,
    "accountId" TEXT COLLATE "C" NOT NULL,
    "operation" TEXT COLLATE "C" NOT NULL,
    "day" TEXT COLLATE "C" NOT NULL,
    "calls" INTEGER NOT NULL,

    CONSTRAINT "AccessCount_pkey" PRIMARY KEY ("worldId","tppId","customerId","accountId","operation","day")
);

-- CreateTable
CREATE TABLE "Tpp" (
    "id" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "firstCalledAt" TEXT COLLATE "C",

    CONSTRAINT "Tpp_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ContactInformation" (
    "worldId" TEXT COLLATE "C" NOT NULL,
    "tppId" TEXT COLLATE "C" NOT NULL,
    "emails" TEXT COLLATE "C" NOT NULL,
    "updatedAt" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "ContactInformation_pkey" PRIMARY KEY ("worldId","tppId")
);

-- CreateTable
CREATE TABLE "Payment" (
    "worldId" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "tppId" TEXT COLLATE "C" NOT NULL,
    "tppName" TEXT COLLATE "C" NOT NULL,
    "service" TEXT COLLATE "C" NOT NULL,
    "product" TEXT COLLATE "C" NOT NULL,
    "status" TEXT COLLATE "C" NOT NULL,
    "customerId" TEXT COLLATE "C" NOT NULL,
    "context" TEXT COLLATE "C" NOT NULL,
    "agreementId" TEXT COLLATE "C" NOT NULL,
    "debtorAccountId" TEXT COLLATE "C" NOT NULL,
    "debtorIban" TEXT COLLATE "C",
    "debtorBban" TEXT COLLATE "C",
    "debtorCurrency" TEXT COLLATE "C" NOT NULL,
    "totalMinor" BIGINT NOT NULL,
    "reservedMinor" BIGINT NOT NULL DEFAULT 0,
    "ultimateDebtor" TEXT COLLATE "C",
    "paymentInformationId" TEXT COLLATE "C",
    "requestedExecutionDate" TEXT COLLATE "C",
    "executionDate" TEXT COLLATE "C",
    "startDate" TEXT COLLATE "C",
    "endDate" TEXT COLLATE "C",
    "frequency" TEXT COLLATE "C",
    "executionRule" TEXT COLLATE "C",
    "dayOfExecution" INTEGER,
    "monthsOfExecution" TEXT COLLATE "C",
    "fundsAvailable" BOOLEAN,
    "duplicateKey" TEXT COLLATE "C" NOT NULL,
    "basketId" TEXT COLLATE "C",
    "forcedStatus" TEXT COLLATE "C",
    "forcedReason" TEXT COLLATE "C",
    "dueAt" TEXT COLLATE "C",
    "history" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "createdAt" TEXT COLLATE "C" NOT NULL,
    "changedAt" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "Payment_pkey" PRIMARY KEY ("worldId","id")
);

-- CreateTable
CREATE TABLE "PaymentEntry" (
    "worldId" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "paymentId" TEXT COLLATE "C" NOT NULL,
    "position" INTEGER NOT NULL,
    "status" TEXT COLLATE "C" NOT NULL,
    "amountMinor" BIGINT NOT NULL,
    "currency" TEXT COLLATE "C" NOT NULL,
    "debitMinor" BIGINT NOT NULL,
    "feeMinor" BIGINT NOT NULL,
    "creditorName" TEXT COLLATE "C" NOT NULL,
    "creditorIban" TEXT COLLATE "C",
    "creditorBban" TEXT COLLATE "C",
    "creditorCurrency" TEXT COLLATE "C" NOT NULL,
    "creditorAccountId" TEXT COLLATE "C",
    "creditorAgent" TEXT COLLATE "C",
    "creditorAddress" TEXT COLLATE "C",
    "endToEndId" TEXT COLLATE "C",
    "remittanceInformationUnstructured" TEXT COLLATE "C",
    "remittanceInformationStructured" TEXT COLLATE "C",
    "purposeCode" TEXT COLLATE "C",
    "failure" TEXT COLLATE "C",

    CONSTRAINT "PaymentEntry_pkey" PRIMARY KEY ("worldId","id")
);

-- CreateTable
CREATE TABLE "Execution" (
    "worldId" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "paymentId" TEXT COLLATE "C" NOT NULL,
    "date" TEXT COLLATE "C" NOT NULL,
    "status" TEXT COLLATE "C" NOT NULL,
    "failure" TEXT COLLATE "C",
    "executedAt" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "Execution_pkey" PRIMARY KEY ("worldId","id")
);

-- CreateTable
CREATE TABLE "SigningBasket" (
    "worldId" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "tppId" TEXT COLLATE "C" NOT NULL,
    "customerId" TEXT COLLATE "C" NOT NULL,
    "context" TEXT COLLATE "C" NOT NULL,
    "agreementId" TEXT COLLATE "C" NOT NULL,
    "createdAt" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "SigningBasket_pkey" PRIMARY KEY ("worldId","id")
);

-- CreateTable
CREATE TABLE "Scenario" (
    "worldId" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "scenario" TEXT COLLATE "C" NOT NULL,
    "tppId" TEXT COLLATE "C",
    "operation" TEXT COLLATE "C",
    "customerNumber" TEXT COLLATE "C",
    "creditorAccount" TEXT COLLATE "C",
    "times" INTEGER,
    "probability" INTEGER,
    "seed" INTEGER NOT NULL,
    "asked" INTEGER NOT NULL DEFAULT 0,
    "used" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "Scenario_pkey" PRIMARY KEY ("worldId","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "World_name_key" ON "World"("name");

-- CreateIndex
CREATE INDEX "World_wakesAt_idx" ON "World"("wakesAt");

-- CreateIndex
CREATE INDEX "World_discardedAt_idx" ON "World"("discardedAt");

-- CreateIndex
CREATE INDEX "World_expiresAt_idx" ON "World"("expiresAt");

-- CreateIndex
CREATE INDEX "World_imageId_idx" ON "World"("imageId");

-- CreateIndex
CREATE UNIQUE INDEX "Snapshot_contentId_key" ON "Snapshot"("contentId");

-- CreateIndex
CREATE INDEX "FixtureUpload_caller_idx" ON "FixtureUpload"("caller");

-- CreateIndex
CREATE INDEX "FixtureUpload_expiresAt_idx" ON "FixtureUpload"("expiresAt");

-- CreateIndex
CREATE UNIQUE INDEX "Customer_worldId_customerNumber_key" ON "Customer"("worldId", "customerNumber");

-- CreateIndex
CREATE UNIQUE INDEX "Customer_worldId_psuId_key" ON "Customer"("worldId", "psuId");

-- CreateIndex
CREATE INDEX "Agreement_worldId_ownerId_id_idx" ON "Agreement"("worldId", "ownerId", "id");

-- CreateIndex
CREATE UNIQUE INDEX "Agreement_worldId_ownerId_name_key" ON "Agreement"("worldId", "ownerId", "name");

-- CreateIndex
CREATE INDEX "Engagement_worldId_agreementId_id_idx" ON "Engagement"("worldId", "agreementId", "id");

-- CreateIndex
CREATE INDEX "Engagement_worldId_customerId_id_idx" ON "Engagement"("worldId", "customerId", "id");

-- CreateIndex
CREATE INDEX "Engagement_worldId_accountId_id_idx" ON "Engagement"("worldId", "accountId", "id");

-- CreateIndex
CREATE INDEX "Account_worldId_ownerId_id_idx" ON "Account"("worldId", "ownerId", "id");

-- CreateIndex
CREATE UNIQUE INDEX "Account_worldId_iban_key" ON "Account"("worldId", "iban");

-- CreateIndex
CREATE UNIQUE INDEX "Account_worldId_bban_key" ON "Account"("worldId", "bban");

-- CreateIndex
CREATE INDEX "Transaction_worldId_accountId_bookingDate_id_amountMinor_idx" ON "Transaction"("worldId", "accountId", "bookingDate", "id", "amountMinor");

-- CreateIndex
CREATE INDEX "Transaction_worldId_paymentId_id_idx" ON "Transaction"("worldId", "paymentId", "id") WHERE ("paymentId" IS NOT NULL);

-- CreateIndex
CREATE INDEX "CardAccount_worldId_ownerId_id_idx" ON "CardAccount"("worldId", "ownerId", "id");

-- CreateIndex
CREATE UNIQUE INDEX "CardAccount_worldId_maskedPan_key" ON "CardAccount"("worldId", "maskedPan");

-- CreateIndex
CREATE INDEX "CardTransaction_worldId_cardAccountId_bookingDate_id_origin_idx" ON "CardTransaction"("worldId", "cardAccountId", "bookingDate", "id", "originalAmountMinor");

-- CreateIndex
CREATE INDEX "FixtureEntry_worldId_key_idx" ON "FixtureEntry"("worldId", "key");

-- CreateIndex
CREATE INDEX "Booking_worldId_debitId_id_idx" ON "Booking"("worldId", "debitId", "id");

-- CreateIndex
CREATE INDEX "Booking_worldId_creditId_id_idx" ON "Booking"("worldId", "creditId", "id");

-- CreateIndex
CREATE INDEX "Booking_worldId_paymentId_id_idx" ON "Booking"("worldId", "paymentId", "id") WHERE ("paymentId" IS NOT NULL);

-- CreateIndex
CREATE INDEX "Request_worldId_createdAt_idx" ON "Request"("worldId", "createdAt");

-- CreateIndex
CREATE INDEX "Authorisation_worldId_status_expiresAt_idx" ON "Authorisation"("worldId", "status", "expiresAt");

-- CreateIndex
CREATE INDEX "Authorisation_worldId_tppId_id_idx" ON "Authorisation"("worldId", "tppId", "id");

-- CreateIndex
CREATE INDEX "Authorisation_worldId_resourceId_id_idx" ON "Authorisation"("worldId", "resourceId", "id");

-- CreateIndex
CREATE INDEX "Authorisation_worldId_customerId_id_idx" ON "Authorisation"("worldId", "customerId", "id");

-- CreateIndex
CREATE UNIQUE INDEX "Authorisation_worldId_sessionId_key" ON "Authorisation"("worldId", "sessionId");

-- CreateIndex
CREATE INDEX "Consent_worldId_tppId_customerId_grantedAt_id_idx" ON "Consent"("worldId", "tppId", "customerId", "grantedAt", "id");

-- CreateIndex
CREATE INDEX "Consent_worldId_customerId_id_idx" ON "Consent"("worldId", "customerId", "id");

-- CreateIndex
CREATE INDEX "Consent_worldId_agreementId_id_idx" ON "Consent"("worldId", "agreementId", "id");

-- CreateIndex
CREATE INDEX "Consent_worldId_revokesAt_idx" ON "Consent"("worldId", "revokesAt");

-- CreateIndex
CREATE INDEX "ConsentAccount_worldId_accountId_idx" ON "ConsentAccount"("worldId", "accountId");

-- CreateIndex
CREATE INDEX "ConsentCardAccount_worldId_cardAccountId_idx" ON "ConsentCardAccount"("worldId", "cardAccountId");

-- CreateIndex
CREATE INDEX "Payment_worldId_dueAt_id_idx" ON "Payment"("worldId", "dueAt", "id");

-- CreateIndex
CREATE INDEX "Payment_worldId_tppId_duplicateKey_idx" ON "Payment"("worldId", "tppId", "duplicateKey");

-- CreateIndex
CREATE INDEX "Payment_worldId_debtorAccountId_status_idx" ON "Payment"("worldId", "debtorAccountId", "status");

-- CreateIndex
CREATE INDEX "Payment_worldId_debtorAccountId_id_idx" ON "Payment"("worldId", "debtorAccountId", "id");

-- CreateIndex
CREATE INDEX "Payment_worldId_customerId_id_idx" ON "Payment"("worldId", "customerId", "id");

-- CreateIndex
CREATE INDEX "Payment_worldId_agreementId_id_idx" ON "Payment"("worldId", "agreementId", "id");

-- CreateIndex
CREATE INDEX "Payment_worldId_basketId_idx" ON "Payment"("worldId", "basketId");

-- CreateIndex
CREATE INDEX "PaymentEntry_worldId_paymentId_position_idx" ON "PaymentEntry"("worldId", "paymentId", "position");

-- CreateIndex
CREATE INDEX "Execution_worldId_paymentId_id_idx" ON "Execution"("worldId", "paymentId", "id");

-- CreateIndex
CREATE UNIQUE INDEX "Execution_worldId_paymentId_date_key" ON "Execution"("worldId", "paymentId", "date");

-- AddForeignKey
ALTER TABLE "FixturePart" ADD CONSTRAINT "FixturePart_uploadId_fkey" FOREIGN KEY ("uploadId") REFERENCES "FixtureUpload"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Agreement" ADD CONSTRAINT "Agreement_worldId_ownerId_fkey" FOREIGN KEY ("worldId", "ownerId") REFERENCES "Customer"("worldId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Engagement" ADD CONSTRAINT "Engagement_worldId_agreementId_fkey" FOREIGN KEY ("worldId", "agreementId") REFERENCES "Agreement"("worldId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Engagement" ADD CONSTRAINT "Engagement_worldId_customerId_fkey" FOREIGN KEY ("worldId", "customerId") REFERENCES "Customer"("worldId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Engagement" ADD CONSTRAINT "Engagement_worldId_accountId_fkey" FOREIGN KEY ("worldId", "accountId") REFERENCES "Account"("worldId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Account" ADD CONSTRAINT "Account_worldId_ownerId_fkey" FOREIGN KEY ("worldId", "ownerId") REFERENCES "Customer"("worldId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Transaction" ADD CONSTRAINT "Transaction_worldId_accountId_fkey" FOREIGN KEY ("worldId", "accountId") REFERENCES "Account"("worldId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CardAccount" ADD CONSTRAINT "CardAccount_worldId_ownerId_fkey" FOREIGN KEY ("worldId", "ownerId") REFERENCES "Customer"("worldId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CardTransaction" ADD CONSTRAINT "CardTransaction_worldId_cardAccountId_fkey" FOREIGN KEY ("worldId", "cardAccountId") REFERENCES "CardAccount"("worldId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Consent" ADD CONSTRAINT "Consent_worldId_customerId_fkey" FOREIGN KEY ("worldId", "customerId") REFERENCES "Customer"("worldId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ConsentAccount" ADD CONSTRAINT "ConsentAccount_worldId_consentId_fkey" FOREIGN KEY ("worldId", "consentId") REFERENCES "Consent"("worldId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ConsentAccount" ADD CONSTRAINT "ConsentAccount_worldId_accountId_fkey" FOREIGN KEY ("worldId", "accountId") REFERENCES "Account"("worldId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ConsentCardAccount" ADD CONSTRAINT "ConsentCardAccount_worldId_consentId_fkey" FOREIGN KEY ("worldId", "consentId") REFERENCES "Consent"("worldId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ConsentCardAccount" ADD CONSTRAINT "ConsentCardAccount_worldId_cardAccountId_fkey" FOREIGN KEY ("worldId", "cardAccountId") REFERENCES "CardAccount"("worldId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Payment" ADD CONSTRAINT "Payment_worldId_basketId_fkey" FOREIGN KEY ("worldId", "basketId") REFERENCES "SigningBasket"("worldId", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "PaymentEntry" ADD CONSTRAINT "PaymentEntry_worldId_paymentId_fkey" FOREIGN KEY ("worldId", "paymentId") REFERENCES "Payment"("worldId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Execution" ADD CONSTRAINT "Execution_worldId_paymentId_fkey" FOREIGN KEY ("worldId", "paymentId") REFERENCES "Payment"("worldId", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Triggers, which the schema has no words for: lines that are added or taken away are counted by the mark that covers them.
CREATE FUNCTION "Transaction_count"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "StatementMark" AS "mark" SET "lines" = "mark"."lines" + "sum"."lines" * TG_ARGV[0]::integer
    FROM (
        SELECT "next"."worldId", "next"."holderId", "next"."bookingDate", "next"."id", COUNT(*)::integer AS "lines"
        FROM "changed" CROSS JOIN LATERAL (
            SELECT "worldId", "holderId", "bookingDate", "id" FROM "StatementMark"
            WHERE "worldId" = "changed"."worldId" AND "holderId" = "changed"."accountId"
                AND ("bookingDate", "id") >= ("changed"."bookingDate", "changed"."id")
            ORDER BY "bookingDate", "id" LIMIT 1
        ) AS "next"
        GROUP BY 1, 2, 3, 4
    ) AS "sum"
    WHERE "mark"."worldId" = "sum"."worldId" AND "mark"."holderId" = "sum"."holderId"
        AND "mark"."bookingDate" = "sum"."bookingDate" AND "mark"."id" = "sum"."id";
    RETURN NULL;
END $$;
CREATE TRIGGER "Transaction_insert_mark" AFTER INSERT ON "Transaction" REFERENCING NEW TABLE AS "changed"
    FOR EACH STATEMENT EXECUTE FUNCTION "Transaction_count"('1');
CREATE TRIGGER "Transaction_delete_mark" AFTER DELETE ON "Transaction" REFERENCING OLD TABLE AS "changed"
    FOR EACH STATEMENT EXECUTE FUNCTION "Transaction_count"('-1');
CREATE FUNCTION "CardTransaction_count"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "StatementMark" AS "mark" SET "lines" = "mark"."lines" + "sum"."lines" * TG_ARGV[0]::integer
    FROM (
        SELECT "next"."worldId", "next"."holderId", "next"."bookingDate", "next"."id", COUNT(*)::integer AS "lines"
        FROM "changed" CROSS JOIN LATERAL (
            SELECT "worldId", "holderId", "bookingDate", "id" FROM "StatementMark"
            WHERE "worldId" = "changed"."worldId" AND "holderId" = "changed"."cardAccountId"
                AND ("bookingDate", "id") >= ("changed"."bookingDate", "changed"."id")
            ORDER BY "bookingDate", "id" LIMIT 1
        ) AS "next"
        GROUP BY 1, 2, 3, 4
    ) AS "sum"
    WHERE "mark"."worldId" = "sum"."worldId" AND "mark"."holderId" = "sum"."holderId"
        AND "mark"."bookingDate" = "sum"."bookingDate" AND "mark"."id" = "sum"."id";
    RETURN NULL;
END $$;
CREATE TRIGGER "CardTransaction_insert_mark" AFTER INSERT ON "CardTransaction" REFERENCING NEW TABLE AS "changed"
    FOR EACH STATEMENT EXECUTE FUNCTION "CardTransaction_count"('1');
CREATE TRIGGER "CardTransaction_delete_mark" AFTER DELETE ON "CardTransaction" REFERENCING OLD TABLE AS "changed"
    FOR EACH STATEMENT EXECUTE FUNCTION "CardTransaction_count"('-1');
