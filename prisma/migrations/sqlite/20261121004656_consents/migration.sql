-- AlterTable
ALTER TABLE "World" ADD COLUMN "nextDueAt" DATETIME;

-- CreateTable
CREATE TABLE "Authorisation" (
    "worldId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "tppId" TEXT NOT NULL,
    "tppName" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "resourceId" TEXT,
    "customerId" TEXT,
    "context" TEXT,
    "agreementId" TEXT,
    "redirectUri" TEXT NOT NULL,
    "redirectPreferred" BOOLEAN NOT NULL,
    "sessionId" TEXT,
    "createdAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    "finishedAt" DATETIME,

    PRIMARY KEY ("worldId", "id"),
    CONSTRAINT "Authorisation_worldId_fkey" FOREIGN KEY ("worldId") REFERENCES "World" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Consent" (
    "worldId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "tppId" TEXT NOT NULL,
    "tppName" TEXT NOT NULL,
    "customerId" TEXT NOT NULL,
    "context" TEXT NOT NULL,
    "agreementId" TEXT NOT NULL,
    "grantedAt" DATETIME NOT NULL,
    "revokedAt" DATETIME,

    PRIMARY KEY ("worldId", "id"),
    CONSTRAINT "Consent_worldId_fkey" FOREIGN KEY ("worldId") REFERENCES "World" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "Consent_worldId_customerId_fkey" FOREIGN KEY ("worldId", "customerId") REFERENCES "Customer" ("worldId", "id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "ConsentAccount" (
    "worldId" TEXT NOT NULL,
    "consentId" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,

    PRIMARY KEY ("worldId", "consentId", "accountId"),
    CONSTRAINT "ConsentAccount_worldId_fkey" FOREIGN KEY ("worldId") REFERENCES "World" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "ConsentAccount_worldId_consentId_fkey" FOREIGN KEY ("worldId", "consentId") REFERENCES "Consent" ("worldId", "id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "ConsentAccount_worldId_accountId_fkey" FOREIGN KEY ("worldId", "accountId") REFERENCES "Account" ("worldId", "id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "ConsentCardAccount" (
    "worldId" TEXT NOT NULL,
    "consentId" TEXT NOT NULL,
    "cardAccountId" TEXT NOT NULL,

    PRIMARY KEY ("worldId", "consentId", "cardAccountId"),
    CONSTRAINT "ConsentCardAccount_worldId_fkey" FOREIGN KEY ("worldId") REFERENCES "World" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "ConsentCardAccount_worldId_consentId_fkey" FOREIGN KEY ("worldId", "consentId") REFERENCES "Consent" ("worldId", "id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "ConsentCardAccount_worldId_cardAccountId_fkey" FOREIGN KEY ("worldId", "cardAccountId") REFERENCES "CardAccount" ("worldId", "id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "AccessCount" (
    "worldId" TEXT NOT NULL,
    "tppId" TEXT NOT NULL,
    "customerId" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "day" TEXT NOT NULL,
    "calls" INTEGER NOT NULL,

    PRIMARY KEY ("worldId", "tppId", "customerId", "accountId", "operation", "day"),
    CONSTRAINT "AccessCount_worldId_fkey" FOREIGN KEY ("worldId") REFERENCES "World" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "ContactInformation" (
    "worldId" TEXT NOT NULL,
    "tppId" TEXT NOT NULL,
    "emails" JSONB NOT NULL,
    "updatedAt" DATETIME NOT NULL,

    PRIMARY KEY ("worldId", "tppId"),
    CONSTRAINT "ContactInformation_worldId_fkey" FOREIGN KEY ("worldId") REFERENCES "World" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "Authorisation_worldId_status_expiresAt_idx" ON "Authorisation"("worldId", "status", "expiresAt");

-- CreateIndex
CREATE INDEX "Authorisation_worldId_tppId_id_idx" ON "Authorisation"("worldId", "tppId", "id");

-- CreateIndex
CREATE INDEX "Authorisation_worldId_resourceId_id_idx" ON "Authorisation"("worldId", "resourceId", "id");

-- CreateIndex
CREATE UNIQUE INDEX "Authorisation_worldId_sessionId_key" ON "Authorisation"("worldId", "sessionId");

-- CreateIndex
CREATE INDEX "Consent_worldId_tppId_customerId_grantedAt_id_idx" ON "Consent"("worldId", "tppId", "customerId", "grantedAt", "id");

-- CreateIndex
CREATE INDEX "Consent_worldId_customerId_id_idx" ON "Consent"("worldId", "customerId", "id");

-- CreateIndex
CREATE INDEX "ConsentAccount_worldId_accountId_idx" ON "ConsentAccount"("worldId", "accountId");

-- CreateIndex
CREATE INDEX "ConsentCardAccount_worldId_cardAccountId_idx" ON "ConsentCardAccount"("worldId", "cardAccountId");

-- CreateIndex
CREATE INDEX "World_nextDueAt_idx" ON "World"("nextDueAt");
