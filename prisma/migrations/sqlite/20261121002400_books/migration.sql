-- CreateTable
CREATE TABLE "World" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "createdAt" DATETIME NOT NULL,
    "clockOffsetMs" BIGINT NOT NULL DEFAULT 0,
    "frozenAt" DATETIME
);

-- CreateTable
CREATE TABLE "Customer" (
    "worldId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "psuId" TEXT NOT NULL,
    "customerNumber" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,

    PRIMARY KEY ("worldId", "id"),
    CONSTRAINT "Customer_worldId_fkey" FOREIGN KEY ("worldId") REFERENCES "World" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Agreement" (
    "worldId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "ownerId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "automatic" BOOLEAN NOT NULL,
    "createdAt" DATETIME NOT NULL,

    PRIMARY KEY ("worldId", "id"),
    CONSTRAINT "Agreement_worldId_fkey" FOREIGN KEY ("worldId") REFERENCES "World" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "Agreement_worldId_ownerId_fkey" FOREIGN KEY ("worldId", "ownerId") REFERENCES "Customer" ("worldId", "id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Engagement" (
    "worldId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "agreementId" TEXT NOT NULL,
    "customerId" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "roles" TEXT NOT NULL,
    "registerLimit" INTEGER NOT NULL,
    "approvalLimit" INTEGER NOT NULL,
    "createdAt" DATETIME NOT NULL,

    PRIMARY KEY ("worldId", "id"),
    CONSTRAINT "Engagement_worldId_fkey" FOREIGN KEY ("worldId") REFERENCES "World" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "Engagement_worldId_agreementId_fkey" FOREIGN KEY ("worldId", "agreementId") REFERENCES "Agreement" ("worldId", "id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "Engagement_worldId_customerId_fkey" FOREIGN KEY ("worldId", "customerId") REFERENCES "Customer" ("worldId", "id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "Engagement_worldId_accountId_fkey" FOREIGN KEY ("worldId", "accountId") REFERENCES "Account" ("worldId", "id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Account" (
    "worldId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "ownerId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "bban" TEXT NOT NULL,
    "iban" TEXT NOT NULL,
    "currency" TEXT NOT NULL,
    "product" TEXT NOT NULL,
    "cashAccountType" TEXT NOT NULL,
    "creditLine" INTEGER NOT NULL,
    "bookedMinor" BIGINT NOT NULL,
    "reservedMinor" BIGINT NOT NULL DEFAULT 0,
    "expectedOffsetMinor" BIGINT NOT NULL DEFAULT 0,
    "createdAt" DATETIME NOT NULL,

    PRIMARY KEY ("worldId", "id"),
    CONSTRAINT "Account_worldId_fkey" FOREIGN KEY ("worldId") REFERENCES "World" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "Account_worldId_ownerId_fkey" FOREIGN KEY ("worldId", "ownerId") REFERENCES "Customer" ("worldId", "id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Transaction" (
    "worldId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "bookingDate" TEXT NOT NULL,
    "valueDate" TEXT NOT NULL,
    "amountMinor" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "creditorName" TEXT,
    "creditorIban" TEXT,
    "creditorBban" TEXT,
    "creditorCurrency" TEXT,
    "creditorAgent" TEXT,
    "creditorId" TEXT,
    "ultimateCreditor" TEXT,
    "debtorName" TEXT,
    "debtorIban" TEXT,
    "debtorBban" TEXT,
    "debtorCurrency" TEXT,
    "debtorAgent" TEXT,
    "ultimateDebtor" TEXT,
    "endToEndId" TEXT,
    "remittanceInformationUnstructured" TEXT,
    "remittanceInformationUnstructuredArray" JSONB,
    "remittanceInformationStructuredArray" JSONB,
    "currencyExchange" JSONB,
    "bankTransactionCode" TEXT,
    "proprietaryBankTransactionCode" TEXT,
    "purposeCode" TEXT,
    "createdAt" DATETIME NOT NULL,

    PRIMARY KEY ("worldId", "id"),
    CONSTRAINT "Transaction_worldId_fkey" FOREIGN KEY ("worldId") REFERENCES "World" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "Transaction_worldId_accountId_fkey" FOREIGN KEY ("worldId", "accountId") REFERENCES "Account" ("worldId", "id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "CardAccount" (
    "worldId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "ownerId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "maskedPan" TEXT NOT NULL,
    "currency" TEXT NOT NULL,
    "product" TEXT NOT NULL,
    "creditLine" INTEGER NOT NULL,
    "bookedMinor" BIGINT NOT NULL,
    "reservedMinor" BIGINT NOT NULL DEFAULT 0,
    "expectedOffsetMinor" BIGINT NOT NULL DEFAULT 0,
    "createdAt" DATETIME NOT NULL,

    PRIMARY KEY ("worldId", "id"),
    CONSTRAINT "CardAccount_worldId_fkey" FOREIGN KEY ("worldId") REFERENCES "World" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "CardAccount_worldId_ownerId_fkey" FOREIGN KEY ("worldId", "ownerId") REFERENCES "Customer" ("worldId", "id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "CardTransaction" (
    "worldId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "cardAccountId" TEXT NOT NULL,
    "bookingDate" TEXT NOT NULL,
    "valueDate" TEXT NOT NULL,
    "transactionDate" TEXT,
    "amountMinor" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "originalAmountMinor" BIGINT NOT NULL,
    "originalCurrency" TEXT NOT NULL,
    "cardAcceptorId" TEXT,
    "cardAcceptorName" TEXT,
    "merchantCategoryCode" TEXT,
    "transactionDetails" TEXT,
    "invoiced" BOOLEAN,
    "currencyExchange" JSONB,
    "proprietaryBankTransactionCode" TEXT,
    "createdAt" DATETIME NOT NULL,

    PRIMARY KEY ("worldId", "id"),
    CONSTRAINT "CardTransaction_worldId_fkey" FOREIGN KEY ("worldId") REFERENCES "World" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "CardTransaction_worldId_cardAccountId_fkey" FOREIGN KEY ("worldId", "cardAccountId") REFERENCES "CardAccount" ("worldId", "id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Booking" (
    "worldId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "debitId" TEXT NOT NULL,
    "creditId" TEXT NOT NULL,
    "amountMinor" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "bookedAt" DATETIME NOT NULL,

    PRIMARY KEY ("worldId", "id"),
    CONSTRAINT "Booking_worldId_fkey" FOREIGN KEY ("worldId") REFERENCES "World" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Request" (
    "worldId" TEXT NOT NULL,
    "tppId" TEXT NOT NULL,
    "requestId" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "headers" JSONB NOT NULL,
    "body" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,

    PRIMARY KEY ("worldId", "tppId", "requestId"),
    CONSTRAINT "Request_worldId_fkey" FOREIGN KEY ("worldId") REFERENCES "World" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE UNIQUE INDEX "Customer_worldId_customerNumber_key" ON "Customer"("worldId", "customerNumber");

-- CreateIndex
CREATE UNIQUE INDEX "Customer_worldId_psuId_key" ON "Customer"("worldId", "psuId");

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
CREATE INDEX "Transaction_worldId_accountId_bookingDate_id_idx" ON "Transaction"("worldId", "accountId", "bookingDate", "id");

-- CreateIndex
CREATE INDEX "CardAccount_worldId_ownerId_id_idx" ON "CardAccount"("worldId", "ownerId", "id");

-- CreateIndex
CREATE UNIQUE INDEX "CardAccount_worldId_maskedPan_key" ON "CardAccount"("worldId", "maskedPan");

-- CreateIndex
CREATE INDEX "CardTransaction_worldId_cardAccountId_bookingDate_id_idx" ON "CardTransaction"("worldId", "cardAccountId", "bookingDate", "id");

-- CreateIndex
CREATE INDEX "Booking_worldId_debitId_idx" ON "Booking"("worldId", "debitId");

-- CreateIndex
CREATE INDEX "Booking_worldId_creditId_idx" ON "Booking"("worldId", "creditId");

-- CreateIndex
CREATE INDEX "Request_worldId_createdAt_idx" ON "Request"("worldId", "createdAt");
