-- CreateTable
CREATE TABLE "FixtureUpload" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "caller" TEXT NOT NULL,
    "characters" INTEGER NOT NULL,
    "expiresAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "FixturePart" (
    "uploadId" TEXT NOT NULL,
    "place" INTEGER NOT NULL,
    "list" TEXT,
    "text" TEXT NOT NULL,

    PRIMARY KEY ("uploadId", "place"),
    CONSTRAINT "FixturePart_uploadId_fkey" FOREIGN KEY ("uploadId") REFERENCES "FixtureUpload" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "FixtureUpload_caller_idx" ON "FixtureUpload"("caller");

-- CreateIndex
CREATE INDEX "FixtureUpload_expiresAt_idx" ON "FixtureUpload"("expiresAt");
