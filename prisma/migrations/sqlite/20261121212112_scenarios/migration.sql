-- AlterTable
ALTER TABLE "World" ADD COLUMN "hasScenarios" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "Authorisation" ADD COLUMN "revokesAfter" TEXT;

-- AlterTable
ALTER TABLE "Consent" ADD COLUMN "revokesAt" DATETIME;

-- AlterTable
ALTER TABLE "Payment" ADD COLUMN "forcedReason" TEXT;
ALTER TABLE "Payment" ADD COLUMN "forcedStatus" TEXT;

-- CreateTable
CREATE TABLE "Scenario" (
    "worldId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "scenario" TEXT NOT NULL,
    "tppId" TEXT,
    "operation" TEXT,
    "customerNumber" TEXT,
    "times" INTEGER,
    "probability" INTEGER,
    "seed" INTEGER NOT NULL,
    "asked" INTEGER NOT NULL DEFAULT 0,
    "used" INTEGER NOT NULL DEFAULT 0,
    "createdAt" DATETIME NOT NULL,

    PRIMARY KEY ("worldId", "id"),
    CONSTRAINT "Scenario_worldId_fkey" FOREIGN KEY ("worldId") REFERENCES "World" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "Consent_worldId_revokesAt_idx" ON "Consent"("worldId", "revokesAt");
