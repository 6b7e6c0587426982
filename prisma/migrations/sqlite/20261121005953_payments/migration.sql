-- AlterTable
ALTER TABLE "Booking" ADD COLUMN "paymentId" TEXT;

-- AlterTable
ALTER TABLE "Transaction" ADD COLUMN "paymentId" TEXT;

-- CreateTable
CREATE TABLE "Payment" (
    "worldId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "tppId" TEXT NOT NULL,
    "tppName" TEXT NOT NULL,
    "service" TEXT NOT NULL,
    "product" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "customerId" TEXT NOT NULL,
    "context" TEXT NOT NULL,
    "agreementId" TEXT NOT NULL,
    "debtorAccountId" TEXT NOT NULL,
    "debtorIban" TEXT,
    "debtorBban" TEXT,
    "debtorCurrency" TEXT NOT NULL,
    "totalMinor" BIGINT NOT NULL,
    "reservedMinor" BIGINT NOT NULL DEFAULT 0,
    "ultimateDebtor" TEXT,
    "paymentInformationId" TEXT,
    "requestedExecutionDate" TEXT,
    "executionDate" TEXT,
    "startDate" TEXT,
    "endDate" TEXT,
    "frequency" TEXT,
    "executionRule" TEXT,
    "dayOfExecution" INTEGER,
    "monthsOfExecution" TEXT,
    "fundsAvailable" BOOLEAN,
    "duplicateKey" TEXT NOT NULL,
    "basketId" TEXT,
    "dueAt" DATETIME,
    "createdAt" DATETIME NOT NULL,
    "changedAt" DATETIME NOT NULL,

    PRIMARY KEY ("worldId", "id"),
    CONSTRAINT "Payment_worldId_fkey" FOREIGN KEY ("worldId") REFERENCES "World" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "Payment_worldId_basketId_fkey" FOREIGN KEY ("worldId", "basketId") REFERENCES "SigningBasket" ("worldId", "id") ON DELETE NO ACTION ON UPDATE NO ACTION
);

-- CreateTable
CREATE TABLE "PaymentEntry" (
    "worldId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "paymentId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "amountMinor" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "debitMinor" BIGINT NOT NULL,
    "feeMinor" BIGINT NOT NULL,
    "creditorName" TEXT NOT NULL,
    "creditorIban" TEXT,
    "creditorBban" TEXT,
    "creditorCurrency" TEXT NOT NULL,
    "creditorAgent" TEXT,
    "creditorAddress" JSONB,
    "endToEndId" TEXT,
    "remittanceInformationUnstructured" TEXT,
    "remittanceInformationStructured" JSONB,
    "purposeCode" TEXT,
    "failure" TEXT,

    PRIMARY KEY ("worldId", "id"),
    CONSTRAINT "PaymentEntry_worldId_fkey" FOREIGN KEY ("worldId") REFERENCES "World" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "PaymentEntry_worldId_paymentId_fkey" FOREIGN KEY ("worldId", "paymentId") REFERENCES "Payment" ("worldId", "id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Execution" (
    "worldId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "paymentId" TEXT NOT NULL,
    "date" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "failure" TEXT,
    "executedAt" DATETIME NOT NULL,

    PRIMARY KEY ("worldId", "id"),
    CONSTRAINT "Execution_worldId_fkey" FOREIGN KEY ("worldId") REFERENCES "World" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "Execution_worldId_paymentId_fkey" FOREIGN KEY ("worldId", "paymentId") REFERENCES "Payment" ("worldId", "id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "SigningBasket" (
    "worldId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "tppId" TEXT NOT NULL,
    "customerId" TEXT NOT NULL,
    "context" TEXT NOT NULL,
    "agreementId" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,

    PRIMARY KEY ("worldId", "id"),
    CONSTRAINT "SigningBasket_worldId_fkey" FOREIGN KEY ("worldId") REFERENCES "World" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
CREATE TABLE "new_Account" (
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
    "demandsKid" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" DATETIME NOT NULL,

    PRIMARY KEY ("worldId", "id"),
    CONSTRAINT "Account_worldId_fkey" FOREIGN KEY ("worldId") REFERENCES "World" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "Account_worldId_ownerId_fkey" FOREIGN KEY ("worldId", "ownerId") REFERENCES "Customer" ("worldId", "id") ON DELETE CASCADE ON UPDATE CASCADE
);
INSERT INTO "new_Account" ("bban", "bookedMinor", "cashAccountType", "createdAt", "creditLine", "currency", "expectedOffsetMinor", "iban", "id", "name", "ownerId", "product", "reservedMinor", "worldId") SELECT "bban", "bookedMinor", "cashAccountType", "createdAt", "creditLine", "currency", "expectedOffsetMinor", "iban", "id", "name", "ownerId", "product", "reservedMinor", "worldId" FROM "Account";
DROP TABLE "Account";
ALTER TABLE "new_Account" RENAME TO "Account";
CREATE INDEX "Account_worldId_ownerId_id_idx" ON "Account"("worldId", "ownerId", "id");
CREATE UNIQUE INDEX "Account_worldId_iban_key" ON "Account"("worldId", "iban");
CREATE UNIQUE INDEX "Account_worldId_bban_key" ON "Account"("worldId", "bban");
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;

-- CreateIndex
CREATE INDEX "Payment_worldId_dueAt_id_idx" ON "Payment"("worldId", "dueAt", "id");

-- CreateIndex
CREATE INDEX "Payment_worldId_tppId_duplicateKey_idx" ON "Payment"("worldId", "tppId", "duplicateKey");

-- CreateIndex
CREATE INDEX "Payment_worldId_debtorAccountId_status_idx" ON "Payment"("worldId", "debtorAccountId", "status");

-- CreateIndex
CREATE INDEX "Payment_worldId_basketId_idx" ON "Payment"("worldId", "basketId");

-- CreateIndex
CREATE INDEX "PaymentEntry_worldId_paymentId_position_idx" ON "PaymentEntry"("worldId", "paymentId", "position");

-- CreateIndex
CREATE UNIQUE INDEX "Execution_worldId_paymentId_date_key" ON "Execution"("worldId", "paymentId", "date");
