-- AlterTable
ALTER TABLE "World" ADD COLUMN "hasHabits" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "Habit" (
    "worldId" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "habit" TEXT NOT NULL,
    "tppId" TEXT,
    "accountId" TEXT,
    "cardAccountId" TEXT,
    "seed" INTEGER NOT NULL,
    "createdAt" DATETIME NOT NULL,

    PRIMARY KEY ("worldId", "id"),
    CONSTRAINT "Habit_worldId_fkey" FOREIGN KEY ("worldId") REFERENCES "World" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "Habit_worldId_accountId_fkey" FOREIGN KEY ("worldId", "accountId") REFERENCES "Account" ("worldId", "id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "Habit_worldId_cardAccountId_fkey" FOREIGN KEY ("worldId", "cardAccountId") REFERENCES "CardAccount" ("worldId", "id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "Habit_worldId_accountId_idx" ON "Habit"("worldId", "accountId");

-- CreateIndex
CREATE INDEX "Habit_worldId_cardAccountId_idx" ON "Habit"("worldId", "cardAccountId");

-- The key of what is deleted is free again.
CREATE TRIGGER "Habit_delete_key" AFTER DELETE ON "Habit" BEGIN
    DELETE FROM "Key" WHERE "worldId" = OLD."worldId" AND "kind" = 'Habit' AND "id" = OLD."id";
END;
